export declare function removeFolder(folder: string): void;

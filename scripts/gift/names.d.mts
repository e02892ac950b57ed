export function nameOf(file: string, number: number, longest: number): string;
export function fileNameFor(people: string[]): string;

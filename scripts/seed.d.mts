export function seedDemo(options: {
  url: string;
  varDir: string;
  onStep(words: string): void;
  signal?: AbortSignal;
}): Promise<{
  email: string;
  password: string;
  studioUrl: string;
  contributeUrl: string;
  recipientUrl: string;
  viewUrl: string;
}>;

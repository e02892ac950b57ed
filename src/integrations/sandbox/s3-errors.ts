/** A refusal as S3 answers it: status, code and words. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'S3Refusal';
    this.status = status;
    this.code = code;
  }
}

export const noSuchKey = () => new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
export const noSuchUpload = () => new S3Refusal(404, 'NoSuchUpload', 'The specified upload does not exist.');
export const noSuchBucket = () => new S3Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist.');
export const badDigest = () => new S3Refusal(400, 'BadDigest', 'The bytes do not match their checksum.');
export const incomplete = () => new S3Refusal(400, 'IncompleteBody', 'The body is shorter than was announced.');
export const notImplemented = (what: string) => new S3Refusal(501, 'NotImplemented', `${what} is not done here.`);

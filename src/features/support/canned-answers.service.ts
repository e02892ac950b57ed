import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { CANNED_MAX, FIRST_CANNED_ANSWERS } from '../../shared/canned-answers.ts';
import type { CannedAnswer, CannedAnswerBody } from '../../shared/contracts/canned-answers.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { CannedAnswerModel, type StoredCannedAnswer } from './canned-answer.model.ts';
import type { DeskActor } from './moderation.service.ts';

/** Stores the answers that come with the product, once. Idempotent. */
export async function seedCannedAnswers(): Promise<void> {
  const first = FIRST_CANNED_ANSWERS.map(({ word, label, text }) => ({
    updateOne: {
      filter: { _id: word },
      update: { $setOnInsert: { word, label, text, isDeleted: false } },
      upsert: true,
    },
  }));
  await CannedAnswerModel.bulkWrite(first, { ordered: false }).catch((error: unknown) => {
    // Another process was faster, or staff gave the word to an answer of their own.
    if (!isDuplicateKey(error)) throw error;
  });
}

/** All answers, by their words. */
export async function listCannedAnswers(): Promise<CannedAnswer[]> {
  const found = await CannedAnswerModel.find({ isDeleted: false }).sort({ word: 1 }).lean<StoredCannedAnswer[]>();
  return found.map(toDto);
}

/** FIELDS_REFUSED if the word is taken, LIMIT_REACHED past 100. */
export async function createCannedAnswer(body: CannedAnswerBody, staff: DeskActor): Promise<CannedAnswer> {
  if ((await CannedAnswerModel.countDocuments({ isDeleted: false })) >= CANNED_MAX) {
    throw new AppError('LIMIT_REACHED', { message: `There are ${CANNED_MAX} already. Delete one first.` });
  }
  const answer = { _id: newUuid(), ...body, isDeleted: false };
  await CannedAnswerModel.create(answer).catch(refuseTaken);
  await record('created', staff, { answer: answer._id, after: body.word });
  return toDto(answer);
}

/** NOT_FOUND; FIELDS_REFUSED if the word is taken. */
export async function updateCannedAnswer(id: string, body: CannedAnswerBody, staff: DeskActor): Promise<CannedAnswer> {
  const before = await CannedAnswerModel.findOneAndUpdate(
    { _id: id, isDeleted: false },
    { $set: body },
    { returnDocument: 'before' },
  )
    .lean<StoredCannedAnswer>()
    .catch(refuseTaken);
  if (!before) throw noSuchAnswer();
  await record('changed', staff, { answer: id, before: before.text, after: body.text });
  return toDto({ ...before, ...body });
}

/** Deletes an answer, once that is in the audit log. NOT_FOUND. */
export async function deleteCannedAnswer(id: string, staff: DeskActor): Promise<CannedAnswer> {
  const before = await CannedAnswerModel.findOne({ _id: id, isDeleted: false }).lean<StoredCannedAnswer>();
  if (!before) throw noSuchAnswer();
  await record('deleted', staff, { answer: id, before: before.text });
  await CannedAnswerModel.updateOne({ _id: id }, { $set: { isDeleted: true, label: '', text: '' } });
  return toDto(before);
}

function refuseTaken(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  const words = 'Another answer has this word.';
  throw new AppError('FIELDS_REFUSED', { message: words, fields: { word: words } });
}

function record(
  verb: 'created' | 'changed' | 'deleted',
  { id, ip }: DeskActor,
  details: Record<string, string>,
): Promise<void> {
  return requireAudit({ actorId: id, subjectId: null, action: `canned-answer.${verb}`, ip, details });
}

function toDto({ _id, word, label, text }: StoredCannedAnswer): CannedAnswer {
  return { id: _id, word, label, text };
}

function noSuchAnswer(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such answer any more.' });
}

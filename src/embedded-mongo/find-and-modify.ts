import { type Doc, isTruthy } from './bson.ts';
import { type Change, changeAtOnce, changeInPortions } from './changes.ts';
import { type Command, collectionFor, type Database, docField } from './database.ts';
import { check, words } from './errors.ts';
import { compileProjection } from './project.ts';
import { compileUpdate } from './update.ts';
import { updateHit, upsertDocument } from './write-commands.ts';

/** Finds one document, by `sort` where several fit, and changes or removes it in one step. */
export const findAndModify: Command = {
  fields: words('query sort remove update new fields upsert arrayFilters bypassDocumentValidation let hint collation'),
  async run(db, body, ns) {
    const removes = isTruthy(body.remove);
    const isOne = removes !== (body.update !== undefined);
    check(isOne, 'FailedToParse', 'Either an update or remove=true must be specified, and not both');
    const isPlain = !removes || !(isTruthy(body.upsert) || isTruthy(body.new));
    check(isPlain, 'FailedToParse', 'Cannot specify upsert=true or new=true with remove=true');
    const { change, answer } = modification(db, ns, body, removes);
    if (!(await db.write(() => changeAtOnce(db, ns, change)))) await changeInPortions(db, ns, change);
    return { ...answer, ok: 1 };
  },
};

/** `answer` is filled in when `change` is made. */
function modification(db: Database, ns: string, body: Doc, removes: boolean): { change: Change; answer: Doc } {
  const filter = docField(body, 'query');
  const project = compileProjection(body.fields);
  const updater = removes ? undefined : compileUpdate(body.update, body.arrayFilters);
  const shown = (doc: Doc, position: number) => (project ? project(doc, position) : doc);
  const answer: Doc = { lastErrorObject: removes ? { n: 0 } : { n: 0, updatedExisting: false }, value: null };
  return {
    answer,
    change: {
      filter,
      sort: body.sort,
      multi: false,
      apply(collection, hit) {
        const after = updater && updateHit(db, collection, hit, updater).after;
        if (!after) db.documents.change(collection, hit.record, hit.doc);
        answer.lastErrorObject = removes ? { n: 1 } : { n: 1, updatedExisting: true };
        answer.value = shown(after && isTruthy(body.new) ? after : hit.doc, hit.position);
      },
      otherwise() {
        if (!updater || !isTruthy(body.upsert)) return;
        const doc = upsertDocument(filter, body.update, updater);
        db.documents.insert(collectionFor(db, ns), doc);
        answer.lastErrorObject = { n: 1, updatedExisting: false, upserted: doc._id };
        if (isTruthy(body.new)) answer.value = shown(doc, -1);
      },
    },
  };
}

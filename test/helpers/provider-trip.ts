import express from 'express';
import supertest from 'supertest';
import type { Journey, ProviderAnswer, SignInProvider } from '../../src/integrations/openid.ts';
import { ProviderSignIn } from '../../src/integrations/provider-sign-in.ts';
import { AppError } from '../../src/platform/errors.ts';

/** A way to a provider and back, without the app's cookies: the test holds what the browser would. */
export interface ProviderTrip {
  /** Where the browser is sent, and what it must bring back; throws as an Error with the refusal's code as message. */
  begin(): Promise<{ url: string; journey: Journey }>;
  /** The profile, or the code of the refusal. */
  finish(answer: ProviderAnswer, journey: Journey): Promise<unknown>;
}

/** Drives one provider through passport on a bare Express app. */
export function tripBy(provider: SignInProvider): ProviderTrip {
  const signIn = new ProviderSignIn([provider]);
  let kept: Journey | null = null;
  let brought: Journey | null = null;
  const app = express();
  const refused = (res: express.Response) => (error: unknown) =>
    res.status(400).json(error instanceof AppError ? error.code : String(error));
  app.get('/begin', async (req, res) => {
    const keep = (journey: Journey) => {
      kept = journey;
    };
    await signIn.begin(provider.name, req, res, keep).catch(refused(res));
  });
  app.get('/finish', async (req, res) => {
    if (!brought) throw new Error('There is no journey');
    const answer = { code: String(req.query.code), state: String(req.query.state) };
    const profile = signIn.finish(provider.name, req, res, { answer, journey: brought });
    await profile.then((found) => res.json(found), refused(res));
  });
  return {
    async begin() {
      const response = await supertest(app).get('/begin');
      if (!kept || !response.headers.location) throw new Error(response.body);
      return { url: response.headers.location, journey: kept };
    },
    async finish(answer, journey) {
      brought = journey;
      return (await supertest(app).get('/finish').query(answer)).body;
    },
  };
}

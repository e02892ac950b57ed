import { expect } from 'chai';
import { API_TABLES } from '../../src/app/api.ts';
import { apiReference } from '../../src/platform/http/openapi.ts';
import { ApiDocsPage } from '../../views/api-docs.page.tsx';
import { expectSound, htmlOf } from '../helpers/view.tsx';

describe('the API page', () => {
  const contracts = API_TABLES.flat().map(({ contract }) => contract);
  const html = htmlOf(
    <ApiDocsPage site={{ user: null }} groups={apiReference(contracts)} documentUrl="/api/openapi.json" />,
  );

  it('lists every call once, with its access rule', () => {
    for (const { method, path } of contracts) {
      expect(html.split(`data-method="${method}">${method}</span> <code>${path}</code>`)).to.have.length(2);
    }
    expect(html.split('Who may call:')).to.have.length(contracts.length + 1);
  });

  it('is valid HTML and needs no script', () => {
    expectSound(html);
    expect(html).not.to.include('<script');
  });
});

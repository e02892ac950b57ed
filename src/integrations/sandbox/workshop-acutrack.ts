import { elementOf, xmlOf } from '../../platform/xml.ts';
import { WorkshopModel, type WorkshopOrder, type WorkshopState } from './workshop-store.ts';
import { type Answer, type Asked, keepOnce, trackingNumberOf, troubleAt } from './workshop-troubles.ts';

const WORDS: Readonly<Record<WorkshopState, string>> = {
  taken: 'Received',
  inProduction: 'In Production',
  shipped: 'Shipped',
  delivered: 'Delivered',
  failed: 'Returned',
};
/** SKUs that were set up: only those can be ordered. */
const skus = new Map<string, { type: string; files: string[] }>();

/** Setting up a SKU, ordering it and asking how it stands. */
export async function answerAcutrack(asked: Asked): Promise<Answer> {
  const { path, body, secret } = asked;
  const form = new URLSearchParams(body.toString('utf8'));
  const document = form.get(VARIABLES[path] ?? '') ?? '';
  if (elementOf(document, 'Password') !== secret) return error('Dealer and password don’t fit');
  if (path === 'sku') return setUp(document);
  if (path === 'order') return order(document, asked);
  const key = elementOf(document, 'ApprovalCode');
  const found = await WorkshopModel.findOne({ maker: 'acutrack', key }).lean<WorkshopOrder>();
  if (!found) return error('Order not found');
  const Status = WORDS[found.status];
  const hasLeft = found.status === 'shipped' || found.status === 'delivered';
  const TrackingNumber = hasLeft ? trackingNumberOf(key) : '';
  return answer({ OrderStatus: { ApprovalCode: key, Status, TrackingNumber, Message: '' } });
}

const VARIABLES: Readonly<Record<string, string>> = {
  sku: 'xmlStrSku',
  order: 'xmlStrOrder',
  status: 'xmlStrStatus',
};

function setUp(document: string): Answer {
  const sku = elementOf(document, 'SKU');
  const files = ['MasterURL', 'LabelURL', 'CoverURL'].map((name) => elementOf(document, name));
  if (!sku || files.some((url) => !URL.canParse(url))) return error('SKU, master and art are required');
  skus.set(sku, { type: elementOf(document, 'Type'), files });
  return answer({ SkuSetupResponse: { SKU: sku, Status: 'Success' } });
}

async function order(document: string, asked: Asked): Promise<Answer> {
  const key = elementOf(document, 'ApprovalCode');
  const sku = skus.get(elementOf(document, 'SKU'));
  if (!sku) return error('SKU is not set up');
  const known = await WorkshopModel.exists({ maker: 'acutrack', key });
  if (known) return error('Order already exists');
  const trouble = troubleAt(elementOf(document, 'ShipAddress1'), key, asked);
  if (trouble === 'busy') return { status: 429, type: 'text/plain', body: 'Too many requests' };
  if (trouble === 'broken') return { status: 500, type: 'text/html', body: '<h1>Server Error</h1>' };
  if (trouble === 'silent') return 'silent';
  if (trouble === 'nowhere') return error('Invalid shipping address');
  if (trouble === 'sold-out') return error('Out of stock');
  await keepOnce({
    _id: `acu_${key}`,
    maker: 'acutrack',
    key,
    product: sku.type.toLowerCase(),
    quantity: Number(elementOf(document, 'Quantity')),
    to: `${elementOf(document, 'ShipName')}, ${elementOf(document, 'ShipCity')}`,
    content: { country: elementOf(document, 'ShipCountry'), files: sku.files },
  });
  return trouble === 'cut' ? 'cut' : answer({ OrderResponse: { ApprovalCode: key, Status: 'Success', Message: '' } });
}

function answer(tree: Parameters<typeof xmlOf>[0]): Answer {
  return { status: 200, type: 'text/xml', body: xmlOf(tree) };
}

function error(message: string): Answer {
  return answer({ Response: { Status: 'Error', Message: message } });
}

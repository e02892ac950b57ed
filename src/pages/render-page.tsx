import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ComponentType, ReactElement } from 'react';

      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onHeaders: (headers) => {
        links = headers.Link;
      },
      onAllReady: () => stream.pipe(new WholePage((body) => resolve({ body, links }), reject)),
      onShellError: reject,
      onError: reject,
    });
    signal.addEventListener('abort', () => stream.abort(signal.reason), { once: true });
  });
}

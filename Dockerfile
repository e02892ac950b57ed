# One image for both kinds of processes: web by default, worker by `node dist/worker.js`.
FROM node:20-bookworm-slim

RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    ffmpeg libheif-examples util-linux dvdauthor genisoimage \
    fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: see scripts/run/packages.mjs.
RUN npm install --omit=dev --no-save

COPY . .
RUN node scripts/build.mjs && mkdir /data && chown node:node /data

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    VAR_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_TRIM_THRESHOLD_=33554432 \
    MALLOC_TOP_PAD_=4194304 \
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "--enable-source-maps", "dist/web.js"]

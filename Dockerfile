# docs/deployment.md describes how to run the image, and which parts of this file were tested.

FROM node:24.22.1-bookworm-slim AS build
WORKDIR /build
# This layer is cached, so packages are fetched again only when the lockfile changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npm run -s pnpm -- fetch
COPY . .
RUN npm run -s pnpm -- install --frozen-lockfile --offline \
  && npm run -s build \
  && npm run -s pnpm -- --filter @portcullis/server --prod --legacy deploy /portcullis \
  && cp -R apps/console/dist/site /portcullis/dist/console

FROM node:24.22.1-bookworm-slim
# Secrets such as DATABASE_URL, JWT_SECRET and SECRETS_KEY are passed when the container starts. A new container without
# the previous SECRETS_KEY cannot sign requests to webhooks.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /portcullis
# The files are owned by root, so that the service cannot change its own code.
COPY --from=build /portcullis ./
# 1000 is the number of the user `node`. Kubernetes can verify only with a number that a user is not root.
USER 1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process of the container, without npm or a shell, so that signals reach it.
ENTRYPOINT ["node", "--enable-source-maps", "dist/src/cli.js"]
CMD ["start"]

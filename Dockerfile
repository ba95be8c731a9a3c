# The image of the service. The first stage compiles it; the second contains only what it needs to run.
#
# The base image, named only here. For reproducible builds, add its digest: `@sha256:…`.
FROM docker.io/library/node:24-bookworm-slim AS node

FROM node AS build
WORKDIR /app
COPY package.json package-lock.json ./
# --include=dev: the build needs the compiler, even where NODE_ENV=production is set. Without scripts: no dependency needs
# any.
RUN npm ci --include=dev --ignore-scripts
COPY tsconfig.json ./
COPY src src
# chmod: the file may have been checked out under a strict umask, and any user must be able to read it.
RUN npm run build && npm prune --omit=dev --ignore-scripts && chmod a+r package.json

FROM node
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# A number, so that Kubernetes can verify that it is not root. Any other user works: nothing is written.
USER 65532:65532
EXPOSE 3000
# The service is process 1, so that it receives signals itself, with no shell or npm in between.
ENTRYPOINT ["node", "/app/dist/main.js"]

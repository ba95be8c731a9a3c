# The service as an image: compiled in a first stage, run in a second that has nothing else in it.
#
# The one place that names the base. For builds that can be repeated to the byte, give a digest:
# docker build --build-arg NODE_IMAGE=docker.io/library/node@sha256:…
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without scripts: none of the dependencies needs its own, and there is nothing to compile yet.
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY src src
# The last part lets any user read what was checked out under a strict umask.
RUN npm run build && npm prune --omit=dev --ignore-scripts && chmod a+r package.json

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="product-catalogue" \
      org.opencontainers.image.description="A small, read-only HTTP service that hands a collection of products to browser pages as JSON" \
      org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# A number, so that Kubernetes can tell that it is not root. Any other will do: nothing is written.
USER 65532:65532
EXPOSE 3000
# The service is process 1, and gets the signals itself: a shell or npm would stand before it.
ENTRYPOINT ["node", "/app/dist/main.js"]

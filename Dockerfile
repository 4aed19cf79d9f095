# The reference server. PACKAGE may also be a packed file of the build's context.
FROM node:24-alpine
ARG PACKAGE=pulumi-signalwire
RUN --mount=type=bind,target=/context cd /context && npm install --global --omit=peer --ignore-scripts "$PACKAGE"
RUN mkdir /data && chown node /data
USER node
EXPOSE 8080
VOLUME /data
HEALTHCHECK --interval=2s --timeout=2s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/openapi.json"]
ENTRYPOINT ["pulumi-signalwire", "serve", "--host", "0.0.0.0", "--port", "8080", "--data", "/data/account.db"]

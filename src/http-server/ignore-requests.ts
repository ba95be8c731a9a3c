import type { Socket } from 'node:net';

/** A socket with Node's parser, which it has until CONNECT or until it is closed. */
type ParsedSocket = Socket & {
  readonly parser?: { onIncoming: (request: { upgrade: boolean }) => number } | null;
};

/**
 * Has the parser of a socket drop the requests that follow in what has been read. Node would keep each until the
 * connection closes (`parserOnIncoming` in lib/_http_server.js).
 * @returns whether the socket has a parser
 */
export function ignoreRequests({ parser }: ParsedSocket): boolean {
  if (!parser) return false;
  parser.onIncoming = (request) => {
    // With CONNECT or an upgrade, Node would destroy the connection (`onParserExecuteCommon`).
    request.upgrade = false;
    return 0;
  };
  return true;
}

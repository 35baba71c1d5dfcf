import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../process/limits.ts'
import { AppError, TOO_SLOW } from '../process/app-error.ts'

const CHECK_EVERY_MS = 1000
/** Beyond the limit, this many more per cent are accepted and refused with a message; further ones are dropped at once. */
const REFUSED_PERCENT = 25
/** Time for a slow sender to read the refusal. */
const FAREWELL_MS = 500
/** A new connection may be about to send its first request. */
const UNUSED_MS = 1000
/** A balancer must learn that a full server is alive. */
const ALWAYS_ANSWERED = ['/livez', '/readyz']

type WatchedCall = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly raw: IncomingMessage
  readonly answer: ServerResponse
  readonly socket: Socket
  /** Whether the body is read before the call is handled, rather than by the handler. */
  readonly isReadFirst: boolean
  bodyMs: number
  received: number
  sent: number
  bodyIdleMs: number
  answerIdleMs: number
  windowMs: number
  windowReceived: number
}

/**
 * Limits what slow or many senders can hold: bodies that stop or trickle, answers that nobody reads, and connections. A body
 * may take hours in total. Time in which the server itself does not read does not count.
 */
export function guardConnections(app: FastifyInstance, limits: Limits): void {
  const watched = new Set<WatchedCall>()
  const bodies = endBodiesWithConnections(app)
  const timer = setInterval(
    () => {
      for (const each of watched) {
        if (isOver(each)) watched.delete(each)
        else check(each, limits)
      }
    },
    Math.min(CHECK_EVERY_MS, limits.idleMs / 4),
  )
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  const tooMany = boundConnections(app, limits.connections)
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (tooMany.has(raw.socket) && !ALWAYS_ANSWERED.includes(request.url)) {
      reply.header('connection', 'close')
      throw new AppError('unavailable', 'The server is busy. Try again in a moment.', {
        retryAfterSeconds: 1,
      })
    }
    const each: WatchedCall = {
      request,
      reply,
      raw,
      answer: reply.raw,
      socket: raw.socket,
      isReadFirst: typeof request.routeOptions.config.route?.body === 'object',
      bodyMs: 0,
      received: raw.socket.bytesRead,
      sent: 0,
      bodyIdleMs: 0,
      answerIdleMs: 0,
      windowMs: 0,
      windowReceived: raw.socket.bytesRead,
    }
    watched.add(each)
    bodies.set(raw.socket, raw)
    tooMany.use(raw.socket, reply.raw)
    reply.raw.once('close', () => raw.complete && watched.delete(each))
  })
}

/**
 * Destroys an incomplete body when its connection closes, so that its reader releases files and memory. Node does so only until
 * the call is answered: a reader that is still working would wait forever.
 */
function endBodiesWithConnections(app: FastifyInstance): WeakMap<Socket, IncomingMessage> {
  /** The last request of each connection; earlier ones are complete. */
  const bodies = new WeakMap<Socket, IncomingMessage>()
  app.server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      const body = bodies.get(socket)
      if (body && !body.complete) body.destroy(new Error('The connection closed before the end of the body'))
    })
  })
  return bodies
}

/**
 * Finds connections beyond the limit. A new one first replaces the connection that has been unused longest, but none that was
 * used just now: a proxy is about to reuse it, and would answer 502.
 */
function boundConnections(app: FastifyInstance, max: number) {
  const tooMany = new WeakSet<Socket>()
  /** Since when each connection is unused; Infinity while it is in use. */
  const unusedSince = new Map<Socket, number>()
  app.server.maxConnections = Math.ceil(max * (1 + REFUSED_PERCENT / 100))
  app.server.on('connection', (socket: Socket) => {
    const now = performance.now()
    unusedSince.set(socket, now)
    socket.once('close', () => unusedSince.delete(socket))
    while (unusedSince.size > max) {
      const longest = longestUnused(unusedSince)
      if (!longest || longest.since > now - UNUSED_MS) return void tooMany.add(socket)
      // Removed now rather than at its close event, so that it does not count for the next connection.
      unusedSince.delete(longest.socket)
      longest.socket.destroy()
    }
  })
  return {
    has: (socket: Socket) => tooMany.has(socket),
    use(socket: Socket, answer: ServerResponse) {
      if (!unusedSince.has(socket)) return
      unusedSince.set(socket, Infinity)
      answer.once('close', () => unusedSince.has(socket) && unusedSince.set(socket, performance.now()))
    },
  }
}

function longestUnused(unusedSince: ReadonlyMap<Socket, number>): { socket: Socket; since: number } | undefined {
  let longest: { socket: Socket; since: number } | undefined
  for (const [socket, since] of unusedSince) if (!longest || since < longest.since) longest = { socket, since }
  return longest
}

/** Whether nothing more will be read or sent. After a refusal the rest of the body may still arrive. */
const isOver = ({ raw, answer, socket }: WatchedCall): boolean => socket.destroyed || (answer.closed && raw.complete)

function check(each: WatchedCall, limits: Limits): void {
  const elapsed = Math.min(CHECK_EVERY_MS, limits.idleMs / 4)
  if (!each.raw.complete && isBodySlow(each, limits, elapsed)) return giveUp(each)
  if (isAnswerUnread(each, limits, elapsed)) each.socket.destroy()
}

function isBodySlow(each: WatchedCall, limits: Limits, elapsed: number): boolean {
  const { raw, socket } = each
  each.bodyMs += elapsed
  if (each.isReadFirst && each.bodyMs >= limits.bodyMs) return true
  const received = socket.bytesRead
  const isNews = received !== each.received
  each.received = received
  // Unread data means that the server is busy, not that the sender is slow. After the answer it reads no more.
  const isWanted = each.answer.closed || raw.readableLength < raw.readableHighWaterMark
  each.bodyIdleMs = isNews || !isWanted ? 0 : each.bodyIdleMs + elapsed
  if (each.bodyIdleMs >= limits.idleMs) return true
  if (!isWanted) {
    each.windowMs = 0
    each.windowReceived = received
    return false
  }
  each.windowMs += elapsed
  if (each.windowMs < limits.idleMs) return false
  const isTrickle = received - each.windowReceived < limits.minBytes
  each.windowMs = 0
  each.windowReceived = received
  return isTrickle
}

/** Whether the answer has data to send and the client reads none of it. */
function isAnswerUnread(each: WatchedCall, limits: Limits, elapsed: number): boolean {
  const { answer, socket } = each
  const sent = socket.bytesWritten - socket.writableLength
  const isStuck = sent === each.sent && (socket.writableLength > 0 || answer.writableNeedDrain)
  each.sent = sent
  each.answerIdleMs = isStuck ? each.answerIdleMs + elapsed : 0
  return each.answerIdleMs >= 2 * limits.idleMs
}

/** Answers 408 if nothing has been answered yet, and closes the connection. */
function giveUp({ request, reply, answer, socket }: WatchedCall): void {
  if (answer.headersSent) return void socket.destroy()
  reply.hijack()
  const body = JSON.stringify({ code: 'too_slow', message: TOO_SLOW, requestId: request.id })
  answer.writeHead(408, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': request.id,
    connection: 'close',
  })
  answer.end(body)
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
}

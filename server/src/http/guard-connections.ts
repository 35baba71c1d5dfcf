import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../process/limits.ts'
import { AppError, TOO_SLOW } from '../process/app-error.ts'

const LOOK_EVERY_MS = 1000
/** Beyond the most connections, so many more of a hundred are let in to be told so; further ones are dropped at once. */
const TOLD_PERCENT = 25
/** For a sender that is given up to read why. */
const FAREWELL_MS = 500
/** A connection that has just been made may be about to ask for something. */
const UNUSED_MS = 1000
/** Of a server that is full, too, a balancer learns that it lives. */
const ALWAYS_ANSWERED = ['/livez', '/readyz']

type Watched = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly raw: IncomingMessage
  readonly answer: ServerResponse
  readonly socket: Socket
  /** Whether its body is read before the call is answered, and not by the call as it comes. */
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
 * Bounds what slow and many senders can hold: bodies of which nothing more comes, or next to nothing, answers that nobody
 * takes, and connections. A body may take hours as a whole. Time in which the server itself does not read on does not count.
 */
export function guardConnections(app: FastifyInstance, limits: Limits): void {
  const watched = new Set<Watched>()
  const bodies = endBodiesWithConnections(app)
  const timer = setInterval(
    () => {
      for (const each of watched) {
        if (isOver(each)) watched.delete(each)
        else look(each, limits)
      }
    },
    Math.min(LOOK_EVERY_MS, limits.idleMs / 4),
  )
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  const tooMany = boundConnections(app, limits.connections)
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (tooMany.has(raw.socket) && !ALWAYS_ANSWERED.includes(request.url)) {
      reply.header('connection', 'close')
      throw new AppError('unavailable', 'There are more connections than this server takes. Try again in a moment.', {
        retryAfterSeconds: 1,
      })
    }
    const each: Watched = {
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
 * Fails a body of which the rest cannot come any more when its connection closes, so that its reader lets go of files, memory and
 * runs. Node does so only until the call is answered: a reader that is still at it would wait for ever.
 */
function endBodiesWithConnections(app: FastifyInstance): WeakMap<Socket, IncomingMessage> {
  /** Of each connection the last request: those before it have come whole. */
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
 * Tells which connections are beyond the most. For each new one the connection makes room that nobody has used for longest,
 * and no other: a proxy is about to use those that it has just used again, and would answer 502.
 */
function boundConnections(app: FastifyInstance, most: number) {
  const tooMany = new WeakSet<Socket>()
  /** Since when each is not used; Infinity while it is. */
  const unusedSince = new Map<Socket, number>()
  app.server.maxConnections = Math.ceil(most * (1 + TOLD_PERCENT / 100))
  app.server.on('connection', (socket: Socket) => {
    const now = performance.now()
    unusedSince.set(socket, now)
    socket.once('close', () => unusedSince.delete(socket))
    while (unusedSince.size > most) {
      const longest = longestUnused(unusedSince)
      if (!longest || longest.since > now - UNUSED_MS) return void tooMany.add(socket)
      // Gone at once for anyone who is counted next, before it says that it is closed.
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

/** Whether nothing more comes or goes. The rest of a body that was refused may still come behind its answer. */
const isOver = ({ raw, answer, socket }: Watched): boolean => socket.destroyed || (answer.closed && raw.complete)

function look(each: Watched, limits: Limits): void {
  const elapsed = Math.min(LOOK_EVERY_MS, limits.idleMs / 4)
  if (!each.raw.complete && isBodySlow(each, limits, elapsed)) return giveUp(each)
  if (isAnswerLeft(each, limits, elapsed)) each.socket.destroy()
}

function isBodySlow(each: Watched, limits: Limits, elapsed: number): boolean {
  const { raw, socket } = each
  each.bodyMs += elapsed
  if (each.isReadFirst && each.bodyMs >= limits.bodyMs) return true
  const received = socket.bytesRead
  const isNews = received !== each.received
  each.received = received
  // What has come and is not read yet: the server has enough to do, and takes no more in. Once it has answered it is done.
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
  const isTrickle = received - each.windowReceived < limits.leastBytes
  each.windowMs = 0
  each.windowReceived = received
  return isTrickle
}

/** Whether there is something to send and nothing of it is taken. */
function isAnswerLeft(each: Watched, limits: Limits, elapsed: number): boolean {
  const { answer, socket } = each
  const sent = socket.bytesWritten - socket.writableLength
  const isStuck = sent === each.sent && (socket.writableLength > 0 || answer.writableNeedDrain)
  each.sent = sent
  each.answerIdleMs = isStuck ? each.answerIdleMs + elapsed : 0
  return each.answerIdleMs >= 2 * limits.idleMs
}

/** Says why, where nothing has been answered yet, and closes the connection. */
function giveUp({ request, reply, answer, socket }: Watched): void {
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

import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail } from './queue-mail.ts'

/** Delivers mails. */
export type Post = {
  /** Throws if the mail was not accepted. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Shorter than the time after which a mail is retried. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/** Sends through an SMTP server. `address` is smtp://user:password@host:587, or smtps:// for TLS from the start. */
export function smtpPost(address: string, from: string): Post {
  const { protocol, hostname, port, username, password } = new URL(address)
  const isSecure = protocol === 'smtps:'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const transport = createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // Send the password over a network only with TLS. On this machine no network is crossed, and there is no
    // certificate to check.
    requireTLS: username !== '' && !isHere,
    ignoreTLS: isHere,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: 1,
    ...TIMEOUTS,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text })
    },
    close: () => transport.close(),
  }
}

/** Writes mails to a folder if there is no mail server. Files are named by time, and only their owner can read them. */
export function outboxPost(folder: string, from: string): Post {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`
      // Rename at the end, so that nobody who watches the folder reads half a mail.
      await writeFile(join(folder, `${name}.part`), plainMessage(mail, from), { flag: 'wx', mode: 0o600 })
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`))
    },
    close() {},
  }
}

/** The message without transfer encoding, so that the link can be copied from the file. */
function plainMessage({ to, subject, text }: Mail, from: string): string {
  const headers = {
    From: from,
    To: to,
    Subject: subject,
    Date: new Date().toUTCString().replace('GMT', '+0000'),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, ' ')}`)
  return `${lines.join('\n')}\n\n${text}`
}

import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

type Entry = { name: Buffer; offset: number; crc: number; packed: number; size: number }

/** Signature, version, flags (sizes behind the data, names in UTF-8), method, then 1 January 1980: a file made twice is the same. */
const COMMON = Buffer.from([20, 0, 8, 8, 8, 0, 0, 0, 0x21, 0])
const LARGEST = 0xffffffff

/**
 * Writes a ZIP archive of entries one after the other as their text comes, and holds none of it. `write` is given the bytes
 * and waited for. Throws where an entry or the archive would pass 4 GiB.
 */
export class ZipWriter {
  readonly #write: (bytes: Buffer) => Promise<void>
  readonly #entries: Entry[] = []
  #offset = 0
  #open: (Entry & { deflate: DeflateRaw; ready: Buffer[] }) | undefined

  constructor(write: (bytes: Buffer) => Promise<void>) {
    this.#write = write
  }

  /** Begins an entry. */
  async begin(name: string): Promise<void> {
    const entry = { name: Buffer.from(name), offset: this.#offset, crc: 0, packed: 0, size: 0 }
    const head = Buffer.alloc(30)
    head.write('PK\u0003\u0004', 0, 'latin1')
    COMMON.copy(head, 4)
    head.writeUInt16LE(entry.name.length, 26)
    await this.#send(Buffer.concat([head, entry.name]))
    const ready: Buffer[] = []
    const deflate = createDeflateRaw({ level: 6 })
    deflate.on('data', (bytes: Buffer) => ready.push(bytes))
    this.#open = { ...entry, deflate, ready }
  }

  /** Adds text to the entry that is open. */
  async add(text: string): Promise<void> {
    const open = this.#opened()
    const bytes = Buffer.from(text)
    open.crc = crc32(bytes, open.crc)
    open.size += bytes.length
    await new Promise<void>((done, failed) => open.deflate.write(bytes, (error) => (error ? failed(error) : done())))
    await this.#drain()
  }

  /** Ends the entry that is open. */
  async end(): Promise<void> {
    const open = this.#opened()
    await new Promise<void>((done, failed) => {
      open.deflate.once('end', done).once('error', failed)
      open.deflate.end()
    })
    await this.#drain()
    if (open.size > LARGEST || open.packed > LARGEST) throw new Error('An entry of the archive passes 4 GiB')
    const behind = Buffer.alloc(16)
    behind.write('PK\u0007\u0008', 0, 'latin1')
    writeSizes(behind, 4, open)
    await this.#send(behind)
    this.#entries.push(open)
    this.#open = undefined
  }

  /** Writes an entry at once. */
  async entry(name: string, text: string): Promise<void> {
    await this.begin(name)
    await this.add(text)
    await this.end()
  }

  /** Writes the directory: the archive is whole. */
  async close(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) {
      const head = Buffer.alloc(46)
      head.write('PK\u0001\u0002', 0, 'latin1')
      head.writeUInt16LE(20, 4)
      COMMON.copy(head, 6)
      writeSizes(head, 16, entry)
      head.writeUInt16LE(entry.name.length, 28)
      head.writeUInt32LE(entry.offset, 42)
      await this.#send(Buffer.concat([head, entry.name]))
    }
    const end = Buffer.alloc(22)
    end.write('PK\u0005\u0006', 0, 'latin1')
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#send(end)
  }

  #opened() {
    if (!this.#open) throw new Error('No entry of the archive is open')
    return this.#open
  }

  async #drain(): Promise<void> {
    const open = this.#opened()
    for (const bytes of open.ready.splice(0)) {
      open.packed += bytes.length
      await this.#send(bytes)
    }
  }

  async #send(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length
    if (this.#offset > LARGEST) throw new Error('The archive passes 4 GiB')
    await this.#write(bytes)
  }
}

function writeSizes(buffer: Buffer, at: number, { crc, packed, size }: Entry): void {
  buffer.writeUInt32LE(crc, at)
  buffer.writeUInt32LE(packed, at + 4)
  buffer.writeUInt32LE(size, at + 8)
}

import { contract } from '@despatch/contract/contract'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClaimsPortal, openClaimsPortal } from '../../testing/claims/claims-portal.ts'
import { HIDDEN, rawPdf, SHOWN } from '../../testing/pdf/raw-pdf.ts'
import { readPdf } from '../../testing/pdf/read-pdf.ts'
import type { SignedIn } from '../../testing/test-portal.ts'

const { claims } = contract

let world: ClaimsPortal
beforeAll(async () => {
  world = await openClaimsPortal()
})
afterAll(() => world.portal.close())
const containing = (status: number, text: string) => ({ status, body: { message: expect.stringContaining(text) } })

describe('evidence', () => {
  const PDF = rawPdf({ catalog: `/OpenAction<</S/JavaScript/JS(app.alert\\("${HIDDEN}"\\))>>` })
  const photo = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
  const send = async (claimID: string, files: Record<string, Buffer>, as: SignedIn = world.operator) => {
    const body = new FormData()
    for (const [name, bytes] of Object.entries(files)) body.append('file', new Blob([Uint8Array.from(bytes)]), name)
    const headers = { access_token: as.token, client: as.client ?? '' }
    const answer = await fetch(`${world.portal.url}/api/claims/${claimID}/files`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as { message: string } }
  }

  test('is added, read, sent with the claim and deleted, only by its client', async () => {
    const { claimID, submission } = await world.prepared()
    expect(await send(claimID, { 'scratch.PNG': await photo(), '../letter.pdf': PDF }, world.acme)).toMatchObject({
      status: 200,
      body: { files: [{ name: 'scratch.jpg', type: 'image/jpeg' }, { name: 'letter.pdf' }] },
    })
    const { files, history } = await world.read(claimID)
    expect(history.at(-1)).toMatchObject({ what: 'evidence added', text: 'scratch.jpg, letter.pdf' })
    const letter = `/api/claims/files/${files[1]?.fileID}`
    const { bytes } = await world.file(letter, world.acme)
    expect((await readPdf(bytes)).pages.map(({ text }) => text)).toEqual([SHOWN])
    expect((await PDFDocument.load(bytes)).catalog.toString()).not.toContain('OpenAction')
    expect(await world.file(letter, world.birch)).toMatchObject({ status: 404 })
    expect(await send(claimID, { 'a.pdf': PDF }, world.birch)).toMatchObject({ status: 404 })

    const pack = await world.file(`/api/claims/submissions/${submission}/pack`, world.operator)
    expect(pack.bytes.includes(`/Evidence/C-${claimID.padStart(6, '0')} 1 scratch.jpg`)).toBe(true)
    const removed = await world.portal.call(
      claims.removeFile,
      { params: { fileID: files[1]?.fileID ?? '' } },
      world.acme,
    )
    expect(removed).toMatchObject({ status: 200, body: { message: 'letter.pdf is deleted.' } })
    expect((await world.read(claimID)).files).toHaveLength(1)
  })

  test('other than photos and PDFs is refused, and so are too many files', async () => {
    const { claimID } = await world.prepared()
    expect(await send(claimID, { 'notes.txt': Buffer.from('hello') })).toMatchObject(containing(415, 'isn’t a photo'))
    const broken = { 'good.pdf': PDF, 'letter.pdf': Buffer.from('%PDF-1.7 what the shopper wrote') }
    expect(await send(claimID, broken)).toMatchObject(containing(415, 'letter.pdf cannot be read as a PDF'))
    expect((await world.read(claimID)).files).toHaveLength(0)
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.pdf`, PDF]))
    const both = await Promise.all([send(claimID, many), send(claimID, many)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await world.read(claimID)).files).toHaveLength(11)
  })
})

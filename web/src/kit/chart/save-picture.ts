import { datedName, saveFile } from '../list/export/save-file.ts'
import { serverNow } from '../browser/clock.ts'

/** Pixels of the PNG per pixel on the screen. */
const SCALE = 2

/** Saves a drawing as an SVG file. */
export function saveSvg(svg: string, title: string): void {
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), datedName(title, 'svg', serverNow()))
}

/**
 * Saves a drawing as a PNG file on a background colour.
 *
 * @throws Error if the browser cannot draw or save the picture; the message is for the user
 */
export async function savePng(svg: string, title: string, background: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.width * SCALE
    canvas.height = picture.height * SCALE
    const on = canvas.getContext('2d')
    if (!on) throw new Error('This browser can’t draw the picture. Save it as SVG instead.')
    on.fillStyle = background
    on.fillRect(0, 0, canvas.width, canvas.height)
    on.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!file) throw new Error('This browser cannot save the picture. Save it as SVG instead.')
    saveFile(file, datedName(title, 'png', serverNow()))
  } finally {
    URL.revokeObjectURL(url)
  }
}

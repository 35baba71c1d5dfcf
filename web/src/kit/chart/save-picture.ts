import { datedName, saveFile } from '../list/export/save-file.ts'
import { serverNow } from '../browser/clock.ts'

/** How many dots of a PNG one of the screen becomes. */
const SCALE = 2

/** Saves a drawing as an SVG file. */
export function saveSvg(svg: string, title: string): void {
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), datedName(title, 'svg', serverNow()))
}

/** Saves it as a PNG on a background, for where an SVG cannot be put. Throws where the browser cannot draw it. */
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
    if (!on) throw new Error('This browser cannot draw the picture. Save it as SVG instead.')
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

import { useEffect, useState } from 'react'
import { loadChunk } from '../../kit/browser/chunks.ts'
import styles from '../password/steps.module.css'

/** Of a module, in pixels: whole, so that all are of one size. */
const MODULE = 4

/** The QR code of a text, drawn here: the secret goes to nobody. Shows nothing where drawing cannot be loaded. */
export function QrPicture({ text }: { text: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string }>()
  useEffect(() => {
    let isWanted = true
    loadChunk(() => import('./qr-code.ts')).then(
      ({ qrCode }) => isWanted && setDrawn(qrCode(text)),
      // The secret can be typed instead.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [text])
  return (
    <div className={styles.qr}>
      {drawn && (
        <svg
          viewBox={`0 0 ${drawn.size} ${drawn.size}`}
          width={drawn.size * MODULE}
          height={drawn.size * MODULE}
          role="img"
          aria-label="QR code for an authenticator app"
        >
          <path d={drawn.path} shapeRendering="crispEdges" />
        </svg>
      )}
    </div>
  )
}

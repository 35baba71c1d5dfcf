import { useEffect, useState } from 'react'
import { loadChunk } from '../../kit/browser/chunks.ts'
import styles from '../password/steps.module.css'

/** Pixels per module: whole, so that all modules are equal. */
const MODULE = 4

/**
 * Draws the QR code in the browser, so that the secret goes nowhere else. Shows nothing if the library cannot be
 * loaded.
 */
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

import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'

export default defineConfig({
  base: '/',
  plugins: [react(), precompress()],
  css: { postcss: { plugins: [mantine()] } },
  server: { proxy: { '/api': process.env['DESPATCH_API'] ?? 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The sizes that matter are the compressed ones, and the benchmark prints those.
    reportCompressedSize: false,
    // No data: addresses, which the content policy would have to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})

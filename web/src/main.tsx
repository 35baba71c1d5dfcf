import './kit/styles/entry.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { queryClient } from './kit/server/query-client.ts'
import { router } from './shell/router.tsx'
import { cssVariables, theme } from './kit/ui/theme.ts'

// The content policy allows no eval, which zod would otherwise try for speed.
z.config({ jitless: true })

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the portal')
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

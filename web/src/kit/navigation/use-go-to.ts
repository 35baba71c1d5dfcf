import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { addressForSame } from './screen-address.ts'

/** Opens an address, for the same client as the present screen. */
export function useGoTo(): (address: string) => void {
  const router = useRouter()
  return useCallback((address) => void router.navigate({ href: addressForSame(address) }), [router])
}

import { Pill } from '@mantine/core'

export function TagList({ tags }: { readonly tags: readonly string[] }) {
  return (
    tags.length > 0 && (
      <Pill.Group gap={4} title={tags.join(', ')} style={{ flexWrap: 'nowrap', overflow: 'hidden' }}>
        {tags.map((tag) => (
          <Pill key={tag} size="sm">
            <bdi>{tag}</bdi>
          </Pill>
        ))}
      </Pill.Group>
    )
  )
}

import { chakra, Input, type InputProps, Spinner } from '@chakra-ui/react'
import { recipes } from '../theme/recipes.ts'

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

interface FileButtonProps extends Pick<InputProps, 'name' | 'accept' | 'capture' | 'multiple' | 'aria-describedby'> {
  children: string
  busy?: boolean
  size?: 'sm'
  variant?: 'ghost'
  onFiles: (files: File[]) => void
}

const ButtonLabel = chakra('label', recipes.button)

/** The browser's own control for files, which looks like a button: its label does, and the control is one pixel of it. */
export function FileButton({ children, busy = false, size, variant, onFiles, ...field }: FileButtonProps) {
  return (
    <ButtonLabel
      {...{ size, variant }}
      position="relative"
      data-disabled={busy || undefined}
      _focusWithin={{ outline: '3px solid {colors.focus}', outlineOffset: '2px' }}
    >
      {children}
      {busy && <Spinner size="inherit" aria-hidden="true" />}
      <Input
        {...field}
        type="file"
        unstyled
        srOnly
        // disabled it would lose the focus
        aria-disabled={busy}
        onClick={(event) => {
          if (busy) event.preventDefault()
          // so that the same file can be chosen again
          event.currentTarget.value = ''
        }}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          if (files.length > 0) onFiles(files)
        }}
      />
    </ButtonLabel>
  )
}

import { Button, Input, type InputProps } from '@chakra-ui/react'
import { useRef } from 'react'

/** The `accept` of an input for pictures that browsers show. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

interface FileButtonProps
  extends Pick<InputProps, 'name' | 'accept' | 'capture' | 'multiple' | 'aria-label' | 'aria-describedby'> {
  children: string
  busy?: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the browser's choice of files. In a field's frame, its hidden input is the field. */
export function FileButton({ children, busy = false, onFiles, ...field }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Input
        {...field}
        ref={input}
        type="file"
        unstyled
        srOnly
        tabIndex={-1}
        // so that the same file can be chosen again
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
        }}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

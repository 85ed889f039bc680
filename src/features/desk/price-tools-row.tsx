import { Box, Button, Field, Flex, Input, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Message } from '../../ui/forms/message.tsx'
import type { PriceTools } from './use-price-tools.tsx'

/** Fills or changes the prices of all lines, above the table. */
export function PriceToolsRow({ tools }: { tools: PriceTools }) {
  const { t } = useLingui()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState('')
  const [isWrong, setWrong] = useState(false)
  function change() {
    const isDone = tools.changeBy(percent)
    setWrong(!isDone)
    if (isDone) setPercent('')
    else document.getElementById(id)?.focus()
  }
  function undo() {
    flushSync(tools.undo)
    // the button may be gone
    if (!group.current?.contains(document.activeElement)) group.current?.focus()
  }
  return (
    <Box ref={group} role="group" tabIndex={-1} aria-label={t`All prices`}>
      <Flex wrap="wrap" gap="3" align="flex-end">
        <Button onClick={tools.fill}>
          <Trans>Fill empty prices with the last ones</Trans>
        </Button>
        {/* the field and its button stay together where there is room */}
        <Flex wrap="wrap" gap="3" align="flex-end">
          <Field.Root id={id} invalid={isWrong} flex="1 1 8.5rem" maxWidth="12rem">
            <Field.Label whiteSpace="nowrap">
              <Trans comment="label of a field: a percentage by which all prices of an offer are raised or lowered">
                All prices, ± %
              </Trans>
            </Field.Label>
            <Input
              value={percent}
              inputMode="text"
              autoComplete="off"
              maxLength={8}
              placeholder="-2"
              aria-describedby={isWrong ? `${id}-error` : undefined}
              onChange={({ target }) => {
                setPercent(target.value)
                setWrong(false)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // it must not send the offer
                event.preventDefault()
                change()
              }}
            />
          </Field.Root>
          <Button onClick={change}>
            <Trans comment="button: changes all prices of an offer by the percentage in the field before it">
              Change prices
            </Trans>
          </Button>
        </Flex>
        {tools.canUndo && (
          <Button onClick={undo}>
            <Trans context="takes the last change of many prices back">Undo</Trans>
          </Button>
        )}
      </Flex>
      <Message id={`${id}-error`}>{isWrong && t`Please enter a percentage, such as 2.5 or -3`}</Message>
      <Text role="status" color="fg.muted" fontSize="sm" mt="2" overflowWrap="anywhere" _empty={{ display: 'none' }}>
        {tools.said}
      </Text>
    </Box>
  )
}

import { ownAccent } from '../accent.ts'

const accent = `var(--accent, ${ownAccent})`
const [line, muted] = ['var(--chakra-colors-border)', 'var(--chakra-colors-fg-muted)']

/** The look of offers and papers: on the page of a link, in the app's previews and in print. */
export const paperStyle = `.paper{overflow-wrap:anywhere;line-height:1.4;font-variant-numeric:tabular-nums}
.letterhead{display:flex;flex-wrap:wrap;align-items:center;gap:1em;margin-bottom:1em;padding-bottom:.75em;border-bottom:3px solid ${accent}}
.letterhead img{height:3.5em;max-width:60%;border-radius:4px;background:#fff;object-fit:contain}
.letterhead div:has(p){flex:1 1 12em}.letterhead b{font-size:1.375em;line-height:1.2}
.paper :is(h1,h3){font-size:1.75em}
.letterhead p,.pairs dt,.lines thead th,.lines small{display:block;font-size:.875em;font-weight:400;color:${muted}}
.pairs{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15em),1fr));gap:.75em 1.5em;margin-top:1em}
.pairs dd{white-space:pre-line}.pairs dd,.lines tbody :is(th,small,div){unicode-bidi:plaintext}
.lines{width:100%;margin-top:1.25em;border-collapse:collapse}.lines thead th{display:table-cell}
.lines :is(th,td){padding:.5em;border-bottom:1px solid ${line};font-weight:400;text-align:start;vertical-align:top}
.lines th:first-of-type{padding-left:0}.lines :is(th,td):last-child{padding-right:0}
.lines .number{text-align:end;white-space:nowrap}.lines thead .number{white-space:normal}.lines thead th:first-of-type{width:60%}
.lines :is(.charge,.total) :is(th,td){padding-block:.375em;border:0;text-align:end}
.lines .total :is(th,td){border-top:2px solid ${accent};font-size:1.125em}.lines .total :is(th,td),.pairs .bold{font-weight:700}
.lines :is(.goods,.unsold) th{font-weight:600}
@media print{.paper{color:#000;font-size:9.5pt;line-height:1.2}.pairs{grid-template-columns:repeat(3,1fr);gap:.25em 1.5em;margin-top:.5em}
.letterhead{margin-bottom:.5em;padding-bottom:.25em}.lines{margin-top:.5em}
.lines tr,.pairs div{break-inside:avoid}.lines :is(th,td){padding-block:.25em}}`

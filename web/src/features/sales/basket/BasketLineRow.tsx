import { type BasketLine, useSetQuantity } from "../../../api/basket.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { formatPrice } from "../../../money.ts";
import { toolPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { QuantityPicker } from "../../../ui/QuantityPicker.tsx";
import { useDebouncedInput } from "../../../ui/use-debounced-input.ts";
import { texts as quantityTexts } from "../quantity.texts.en.ts";
import { MAX_QUANTITY, parseQuantity } from "../quantity.ts";
import { texts } from "./texts.en.ts";

/** A quantity that the basket can have, whether or not it can be bought. */
const isPossible = (quantity: number | undefined): quantity is number =>
  quantity !== undefined && quantity >= 1 && quantity <= MAX_QUANTITY;

interface BasketLineRowProps {
  line: BasketLine;
  /** What was chosen before is not sent any more, because it would put the tool back. */
  isRemoving: boolean;
  onRemove: () => void;
}

export function BasketLineRow({ line, isRemoving, onRemove }: BasketLineRowProps) {
  const { toolId, toolName, problem, changes } = line;
  const change = useSetQuantity();
  const send = (text: string) => {
    const quantity = parseQuantity(text);
    if (isPossible(quantity) && quantity !== line.quantity && !isRemoving)
      change.mutate({ toolId, quantity });
  };
  const { typed, setTyped, flush } = useDebouncedInput(String(line.quantity), send);
  const quantity = parseQuantity(typed);
  const isForSale = problem?.code !== "tool_unavailable" && problem?.code !== "sold_out";
  const isOld = change.isPending || quantity !== line.quantity;

  return (
    <li className="basket-line">
      <div className="bg-plate">
        <Picture src={line.img} alt={line.imgAlt} load="soon" sizes="88px" />
      </div>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug wrap-anywhere sm:text-xl">
          {problem?.code === "tool_unavailable" ? (
            toolName
          ) : (
            <AppLink to={toolPath(line)} className="underline-offset-4 hover:underline">
              {toolName}
            </AppLink>
          )}
        </h2>
        {isForSale && <UnitPrice line={line} />}
        {changes.map(({ detail }) => (
          <p key={detail} className="buying-note text-sm">
            {detail}
          </p>
        ))}
        {problem && (
          <p className="buying-note buying-problem">
            <span>{problem.detail}</span>
            <Remedy line={line} onSet={(count) => setTyped(String(count))} onRemove={onRemove} />
          </p>
        )}
        <div className="basket-line-controls">
          {isForSale && (
            <QuantityPicker
              label={texts.quantityOf(toolName)}
              hideLabel
              value={typed}
              count={quantity}
              min={Math.min(line.minimumQuantity, line.quantity)}
              max={line.availableQuantity}
              suggestions={[]}
              hint={line.minimumQuantity > 1 ? texts.minimumOf(line.minimumQuantity) : ""}
              error={isPossible(quantity) ? undefined : quantityTexts.invalid}
              onChange={setTyped}
              onBlur={flush}
            />
          )}
          {isForSale && (
            <div>
              <p className="figures basket-line-total" aria-busy={isOld}>
                <span className="sr-only">{texts.totalOf(toolName)} </span>
                {formatPrice(line.total)}
              </p>
              <button
                type="button"
                className="basket-line-remove min-h-6 text-sm text-quiet underline underline-offset-4"
                aria-label={texts.removeTool(toolName)}
                onClick={onRemove}
              >
                {texts.remove}
              </button>
            </div>
          )}
        </div>
        {change.error && (
          <p role="alert" className="buying-note buying-problem text-error">
            <span>{errorMessage(change.error)}</span>
            <Button variant="outline" small onClick={() => send(typed)}>
              {texts.tryAgain}
            </Button>
          </p>
        )}
      </div>
    </li>
  );
}

/** The price of one piece, and the next lower one. */
function UnitPrice({ line: { price, priceSteps, quantity } }: { line: BasketLine }) {
  const next = priceSteps.find(({ from }) => from > quantity);
  return (
    <p className="mt-0.5 text-sm text-quiet">
      {next
        ? texts.unitPrices(formatPrice(price), formatPrice(next.price), next.from)
        : texts.unitPrice(formatPrice(price))}
    </p>
  );
}

interface RemedyProps {
  line: BasketLine;
  onSet: (quantity: number) => void;
  onRemove: () => void;
}

/** Mends a problem with one press. */
function Remedy({ line: { problem, toolName }, onSet, onRemove }: RemedyProps) {
  const [text, press] =
    problem?.code === "below_minimum" && problem.minimum !== undefined
      ? [texts.setTo(problem.minimum), () => onSet(problem.minimum ?? 1)]
      : problem?.code === "not_enough_stock" && problem.available !== undefined
        ? [texts.takeLeft(problem.available), () => onSet(problem.available ?? 1)]
        : [texts.remove, onRemove];
  return (
    <Button
      variant="outline"
      small
      aria-label={texts.remedyOf(text, toolName)}
      data-remedy
      onClick={press}
    >
      {text}
    </Button>
  );
}

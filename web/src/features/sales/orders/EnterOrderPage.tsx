import "./orders.css";
import "./enter-order.css";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { OrderCustomer, Tool } from "../../../api/client.ts";
import { isOutOfStock, soldOutText, stockText } from "../../../api/stock.ts";
import { useSendsEmail } from "../../../api/use-sends-email.ts";
import { formatPrice } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { useKeptState } from "../../../ui/use-kept-values.ts";
import { toolQuery } from "../../catalogue/tool-query.ts";
import { parseQuantity, quantityError } from "../quantity.ts";
import { EnterOrderForm } from "./EnterOrderForm.tsx";
import { texts } from "./enter-order.texts.en.tsx";
import { customersFoundQuery, toolsFoundQuery } from "./enter-order-queries.ts";
import { FindOne } from "./FindOne.tsx";
import { NewCustomerForm } from "./NewCustomerForm.tsx";
import { QuantityField } from "./QuantityField.tsx";

/** The person who ordered. A customer without `verified` gets an account. */
type Customer = Pick<OrderCustomer, "name" | "email"> & { verified?: boolean };

interface Line {
  tool: Tool;
  /** The quantity as it was typed. */
  quantity: string;
}

interface EnteredOrder {
  customer: Customer | undefined;
  lines: Line[];
  /** A tool is searched. */
  isAdding: boolean;
}

/** The server's limit of a purchase. */
const MAX_LINES = 50;

/** Staff enters an order for a customer, for example on the phone. */
export default function EnterOrderPage() {
  const sendsEmail = useSendsEmail();
  const [{ customer, lines, isAdding }, change] = useKeptState<EnteredOrder>("entered order", {
    customer: undefined,
    lines: [],
    isAdding: true,
  });
  const tools = useQueries({
    queries: lines.map(({ tool }) => toolQuery(tool._id)),
    // Price and stock may change during the call.
    combine: (results) => lines.map(({ tool }, index) => results[index]?.data ?? tool),
  });
  const ordered = lines.map(({ quantity }, index) => ({
    toolId: tools[index]?._id ?? "",
    quantity: parseQuantity(quantity) ?? 0,
  }));
  const canOrder = lines.every(
    ({ tool, quantity }, index) => !quantityError(quantity, tools[index] ?? tool),
  );

  return (
    <>
      <BackLink to={paths.manageOrders}>{texts.manageOrders}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">
        {sendsEmail ? texts.introAndEmail : texts.intro}
      </p>
      <div className="enter-order">
        <Step title={texts.customer}>
          {customer ? (
            <Chosen
              label={texts.changeCustomer}
              action={texts.change}
              onChange={() => change({ customer: undefined })}
            >
              <CustomerText customer={customer} />
            </Chosen>
          ) : (
            <CustomerSearch onChoose={(chosen) => change({ customer: chosen })} />
          )}
        </Step>
        <Step title={lines.length > 1 ? texts.tools : texts.tool}>
          {lines.map(({ tool: chosen, quantity }, index) => {
            const tool = tools[index] ?? chosen;
            return (
              <div key={tool._id} className="enter-order-line">
                <Chosen
                  label={texts.removeTool(tool.name)}
                  action={texts.remove}
                  onChange={() =>
                    change({
                      lines: lines.filter((line) => line.tool._id !== tool._id),
                      ...(lines.length === 1 && { isAdding: true }),
                    })
                  }
                >
                  <ToolText tool={tool} />
                </Chosen>
                <QuantityField
                  tool={tool}
                  label={lines.length > 1 ? texts.quantityOf(tool.name) : texts.orderQuantity}
                  value={quantity}
                  onChange={(typed) =>
                    change({ lines: lines.with(index, { tool: chosen, quantity: typed }) })
                  }
                />
              </div>
            );
          })}
          {isAdding ? (
            <ToolSearch
              isChosen={({ _id }) => lines.some(({ tool }) => tool._id === _id)}
              onChoose={(tool) =>
                change({
                  lines: [...lines, { tool, quantity: String(tool.minimumQuantity) }],
                  isAdding: false,
                })
              }
            />
          ) : (
            lines.length < MAX_LINES && (
              <Button variant="outline" small onClick={() => change({ isAdding: true })}>
                {texts.addTool}
              </Button>
            )
          )}
        </Step>
        {customer && lines.length > 0 && (
          <Step title={texts.order}>
            <EnterOrderForm
              key={customer.email}
              lines={canOrder ? ordered : undefined}
              customer={{ ...customer, isFound: customer.verified !== undefined }}
            />
          </Step>
        )}
      </div>
    </>
  );
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="text-heading">{title}</h2>
    {children}
  </section>
);

interface ChosenProps {
  label: string;
  action: string;
  onChange: () => void;
  children: ReactNode;
}

/** What was chosen takes the place and the focus of the search. */
const Chosen = ({ label, action, onChange, children }: ChosenProps) => (
  <div className="chosen">
    {children}
    <Button ref={focusOnce} variant="outline" small aria-label={label} onClick={onChange}>
      {action}
    </Button>
  </div>
);

const focusOnce = (element: HTMLElement | null) => element?.focus();

function CustomerSearch({ onChoose }: { onChoose: (customer: Customer) => void }) {
  const [search, setSearch] = useState("");
  const [isNew, setIsNew] = useState(false);
  const { data, error, refetch } = useQuery(customersFoundQuery(search.trim()));

  if (isNew)
    return (
      <NewCustomerForm
        typed={search.trim()}
        onChoose={(customer) => onChoose(customer)}
        onCancel={() => setIsNew(false)}
      />
    );
  return (
    <>
      <FindOne
        label={texts.nameOrEmail}
        search={search}
        onSearch={setSearch}
        found={data}
        error={error}
        onRetry={() => void refetch()}
        keyOf={({ email }) => email}
        onChoose={onChoose}
      >
        {(customer) => <CustomerText customer={customer} />}
      </FindOne>
      <Button variant="outline" small className="mt-3" onClick={() => setIsNew(true)}>
        {texts.newCustomer}
      </Button>
    </>
  );
}

const CustomerText = ({ customer: { name, email, verified } }: { customer: Customer }) => (
  <span className="choice-text">
    <span className="font-medium" dir="auto">
      {name}
    </span>
    <span className="text-sm text-quiet">
      {email}
      {verified === undefined ? ` · ${texts.newAccount}` : !verified && ` · ${texts.notConfirmed}`}
    </span>
  </span>
);

interface ToolSearchProps {
  isChosen: (tool: Tool) => boolean;
  onChoose: (tool: Tool) => void;
}

function ToolSearch({ isChosen, onChoose }: ToolSearchProps) {
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery(toolsFoundQuery(search.trim()));
  return (
    <FindOne
      label={texts.nameOrNumber}
      search={search}
      onSearch={setSearch}
      found={data}
      error={error}
      onRetry={() => void refetch()}
      keyOf={({ _id }) => _id}
      isDisabled={(tool) => isOutOfStock(tool) || isChosen(tool)}
      onChoose={onChoose}
    >
      {(tool) => <ToolText tool={tool} />}
    </FindOne>
  );
}

const ToolText = ({ tool }: { tool: Tool }) => (
  <>
    <Picture src={tool.img} alt="" load="soon" sizes="40px" />
    <span className="choice-text">
      <span className="font-medium" dir="auto">
        {tool.name}
      </span>
      <span className="text-sm text-quiet">
        {formatPrice(tool.price)} ·{" "}
        {isOutOfStock(tool) ? texts.outOfStock(soldOutText(tool)) : stockText(tool)}
        {tool.sku && ` · ${tool.sku}`}
      </span>
    </span>
  </>
);

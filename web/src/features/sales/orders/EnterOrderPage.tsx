import "./orders.css";
import "./enter-order.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { OrderCustomer, Tool } from "../../../api/client.ts";
import { isOutOfStock, soldOutText, stockText } from "../../../api/stock.ts";
import { formatPrice } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { EnterOrderForm } from "./EnterOrderForm.tsx";
import { customersFoundQuery, toolsFoundQuery } from "./enter-order-queries.ts";
import { FindOne } from "./FindOne.tsx";
import { NewCustomerForm } from "./NewCustomerForm.tsx";

/** Who ordered. Absent `verified`: gets an account. */
type Customer = Pick<OrderCustomer, "name" | "email"> & { verified?: boolean };

/** Staff enters an order for a customer, for example on the phone. */
export default function EnterOrderPage() {
  const [customer, setCustomer] = useState<Customer>();
  const [tool, setTool] = useState<Tool>();

  return (
    <>
      <BackLink to={paths.manageOrders}>Manage Orders</BackLink>
      <h1 className="text-title">Enter an order</h1>
      <p className="mt-4 max-w-prose text-quiet">
        For a customer on the phone or at the counter. It becomes an order of that customer, who
        gets an e-mail about it.
      </p>
      <div className="enter-order">
        <Step title="Customer">
          {customer ? (
            <Chosen what="customer" onChange={() => setCustomer(undefined)}>
              <CustomerText customer={customer} />
            </Chosen>
          ) : (
            <CustomerSearch onChoose={setCustomer} />
          )}
        </Step>
        <Step title="Tool">
          {tool ? (
            <Chosen what="tool" onChange={() => setTool(undefined)}>
              <ToolText tool={tool} />
            </Chosen>
          ) : (
            <ToolSearch onChoose={setTool} />
          )}
        </Step>
        {customer && tool && (
          <Step title="Order">
            <EnterOrderForm
              key={`${tool._id} ${customer.email}`}
              chosenTool={tool}
              customer={customer}
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
  what: string;
  onChange: () => void;
  children: ReactNode;
}

/** It takes the place and the focus of the search. */
const Chosen = ({ what, onChange, children }: ChosenProps) => (
  <div className="chosen">
    {children}
    <Button
      ref={focusOnce}
      variant="outline"
      small
      aria-label={`Change the ${what}`}
      onClick={onChange}
    >
      Change
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
        label="Name or e-mail"
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
        New customer
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
      {verified === undefined ? " · New account" : !verified && " · Not confirmed yet"}
    </span>
  </span>
);

function ToolSearch({ onChoose }: { onChoose: (tool: Tool) => void }) {
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery(toolsFoundQuery(search.trim()));
  return (
    <FindOne
      label="Name or article number"
      search={search}
      onSearch={setSearch}
      found={data}
      error={error}
      onRetry={() => void refetch()}
      keyOf={({ _id }) => _id}
      isDisabled={isOutOfStock}
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
      <span className="figures text-sm text-quiet">
        {formatPrice(tool.price)} ·{" "}
        {isOutOfStock(tool) ? `Out of stock: ${soldOutText(tool).toLowerCase()}` : stockText(tool)}
        {tool.sku && ` · ${tool.sku}`}
      </span>
    </span>
  </>
);

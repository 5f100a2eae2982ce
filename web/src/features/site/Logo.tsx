import { useShop } from "../../api/shop.ts";

export function Logo() {
  const { name } = useShop();
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="mark max-[22.5rem]:hidden" />
      <span className="font-display text-[1.75rem] leading-none max-[22.5rem]:text-2xl font-semibold tracking-tight">
        {name}
      </span>
    </span>
  );
}

import { useShop } from "../../api/shop.ts";

export function Logo() {
  const { name, logo } = useShop();
  if (logo) return <img className="shop-logo" src={logo} alt={name} />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className="mark shrink-0 max-[22.5rem]:hidden" />
      <span className="font-display text-[1.75rem] leading-none max-[22.5rem]:text-2xl font-semibold tracking-tight truncate py-1 -my-1">
        {name}
      </span>
    </span>
  );
}

#!/usr/bin/env python3
"""tax-oracle.py: calculates purchases a second time and compares. Reads one JSON object a line from standard input.

It shares no code and no file with the shop: the rates are typed from their sources, and amounts are decimals instead of
whole numbers. server/tests/properties/taxes/ writes the lines. Needs Python 3 without packages.
"""

import json
import sys
from datetime import date, datetime, timedelta
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, getcontext

getcontext().prec = 60
CENT = Decimal("0.01")
ZERO = Decimal(0)
MAX_REPORTED = 5

# Percent of the price without tax, from a day on. The shop takes no day before 2013-04-01.
#
# GST and HST: Canada Revenue Agency, "Charge and collect the GST/HST: which rate to charge", and its table of rates
# from 2008 on (canada.ca, charge-collect-which-rate). Nova Scotia in 2025: SOR/2025-77 in the Canada Gazette II of
# 2025-03-26, and Notice 342 of March 2025.
# QST: Revenu Québec, "Calculating the taxes" (revenuquebec.ca): 9.975 % of the price without GST since 2013-01-01.
# PST of British Columbia: bulletin PST 302; 7 % since 2013-04-01.
# RST of Manitoba: budgets of 2013 and 2019, Bulletin 030 of 2021-12. The cut to 6 % on 2020-07-01 was withdrawn.
# PST of Saskatchewan: budget of 2017-03-22.
RATE_ROWS = """
    AB GST 5       2013-04-01
    BC GST 5       2013-04-01
    BC PST 7       2013-04-01
    MB GST 5       2013-04-01
    MB RST 7       2013-04-01
    MB RST 8       2013-07-01
    MB RST 7       2019-07-01
    NB HST 13      2013-04-01
    NB HST 15      2016-07-01
    NL HST 13      2013-04-01
    NL HST 15      2016-07-01
    NS HST 15      2013-04-01
    NS HST 14      2025-04-01
    NT GST 5       2013-04-01
    NU GST 5       2013-04-01
    ON HST 13      2013-04-01
    PE HST 14      2013-04-01
    PE HST 15      2016-10-01
    QC GST 5       2013-04-01
    QC QST 9.975   2013-04-01
    SK GST 5       2013-04-01
    SK PST 5       2013-04-01
    SK PST 6       2017-03-23
    YT GST 5       2013-04-01
"""
RATES = [tuple(line.split()) for line in RATE_ROWS.strip().split("\n")]

# Published examples: where, on which day, the price without tax, and the taxes.
EXAMPLES = [
    # Revenu Québec, "Calculating the taxes": a good for $100 costs $114.98.
    ("QC", "2013-01-01", "100.00", "5.00 9.98"),
    # CRA, interpretation 125136 of 2011-11-28: $31.95 at 13 % is $4.1535.
    ("ON", "2013-04-01", "31.95", "4.15"),
    # CRA, "GST/HST in special cases": a painting for $2,000 in Alberta.
    ("AB", "2026-11-26", "2000.00", "100.00"),
    # CRA, Notice 342: 15 % before 2025-04-01, then 14 %.
    ("NS", "2025-03-31", "100.00", "15.00"),
    ("NS", "2025-04-01", "100.00", "14.00"),
    # Calculated by hand: six pieces for $64.00 and $15.00 for the delivery.
    ("QC", "2026-11-26", "399.00", "19.95 39.80"),
    ("ON", "2026-11-26", "399.00", "51.87"),
    ("NS", "2026-11-26", "399.00", "55.86"),
    ("NS", "2025-03-31", "399.00", "59.85"),
    ("BC", "2026-11-26", "399.00", "19.95 27.93"),
    ("MB", "2026-11-26", "399.00", "19.95 27.93"),
    ("SK", "2026-11-26", "399.00", "19.95 23.94"),
    # Amounts where half a cent decides.
    ("QC", "2026-11-26", "0.05", "0.00 0.00"),
    ("ON", "2026-11-26", "0.05", "0.01"),
    ("QC", "2026-11-26", "0.10", "0.01 0.01"),
    ("SK", "2026-11-26", "0.10", "0.01 0.01"),
    ("QC", "2026-11-26", "0.30", "0.02 0.03"),
    ("AB", "2026-11-26", "0.30", "0.02"),
]


def money(cents):
    return Decimal(cents) / 100


def cents(amount):
    return int(amount * 100)


def rounded(amount):
    """Half a cent counts as one: Excise Tax Act 165.2, and Revenu Québec."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def tax_on(base, percent):
    return rounded(base * percent / 100)


def day_in_halifax(seconds):
    """The day in the shop, four hours behind UTC. Clocks are an hour ahead from the second Sunday of March to the first
    Sunday of November, at two o'clock."""
    utc = datetime(1970, 1, 1) + timedelta(seconds=seconds)

    def sunday(month, nth, hour):
        first = date(utc.year, month, 1)
        day = first + timedelta(days=(6 - first.weekday()) % 7 + 7 * (nth - 1))
        return datetime(day.year, day.month, day.day, hour)

    is_summer = sunday(3, 2, 6) <= utc < sunday(11, 1, 5)
    return (utc - timedelta(hours=3 if is_summer else 4)).date().isoformat()


def rates_on(province, day, added=()):
    """The federal and the provincial tax as (name, percent), or None. The newest row counts, of one day the last."""
    newest = {}
    for where, tax, percent, since in RATES + [tuple(row) for row in added]:
        level = "federal" if tax in ("GST", "HST") else "provincial"
        if where == province and since <= day and since >= newest.get(level, ("", 0, ""))[2]:
            newest[level] = (tax, Decimal(percent), since)
    federal, provincial = (
        row[:2] if row and row[1] > 0 else None for row in (newest.get("federal"), newest.get("provincial"))
    )
    # HST contains the tax of the province.
    return federal, None if federal and federal[0] == "HST" else provincial


def registration(purchase, tax, province, day):
    name = {"GST": "GST/HST", "HST": "GST/HST", "QST": "QST"}.get(tax, f"{province} {tax}")
    for authority, number, since, until in purchase["registrations"]:
        if authority == name and since <= day and (not until or day <= until):
            return number
    return None


def choose_delivery(purchase, goods):
    """The method that is asked for if it fits, else the first parcel that does, else the first pick-up; with price."""
    weights = [grams * count if grams else None for _, count, grams in purchase["lines"]]
    weight = None if None in weights else sum(weights)
    fitting = []
    for method in purchase["methods"]:
        if method["pickUp"]:
            if not purchase["home"]:
                continue
        else:
            if method["provinces"] and purchase["to"] not in method["provinces"]:
                continue
            if method["areas"] and purchase["area"] not in method["areas"]:
                continue
        if "goods" in method:
            prices = [price for least, price in method["goods"] if money(least) <= goods]
            prices = prices[-1:]
        else:
            prices = [price for most, price in method["weight"] if weight is not None and weight <= most][:1]
        if prices:
            fitting.append((method, money(prices[0])))
    for wanted in (
        lambda method: method["id"] == purchase["method"],
        lambda method: not method["pickUp"],
        lambda method: True,
    ):
        for method, price in fitting:
            if wanted(method):
                return method, price
    return None, ZERO


def divide(total, weights):
    """Whole cents in proportion to the weights. The cents that are left go to the largest remainders, of equal ones to
    the first."""
    whole = sum(weights, ZERO)
    if whole == 0:
        return [ZERO] * len(weights)
    given, left = [], []
    for weight in weights:
        # In units of a cent of the total times the weight, so that nothing is rounded.
        share, rest = divmod(total * 100 * weight, whole)
        given.append(share * CENT)
        left.append(rest)
    for _ in range(cents(total - sum(given, ZERO))):
        place = max(range(len(left)), key=lambda place: (left[place], -place))
        given[place] += CENT
        left[place] = -1
    return given


def discounts(discount, goods):
    """What a code takes off each line, in dollars. Every line keeps a cent."""
    kind, value, _ = discount
    whole = sum(goods, ZERO)
    off = {"percent": rounded(whole * value / 100), "amount": money(value), "delivery": ZERO}[kind]
    off = min(off, sum((max(ZERO, line - CENT) for line in goods), ZERO))
    shares = divide(off, goods)
    for place, line in enumerate(goods):
        if shares[place] == line and line > 0:
            left = [line - share for line, share in zip(goods, shares)]
            shares[place] -= CENT
            shares[left.index(max(left))] += CENT
    return shares


def quote(purchase):
    day = day_in_halifax(purchase["at"])
    prices = [money(price) * count for price, count, _ in purchase["lines"]]
    goods = sum(prices, ZERO)
    discount = purchase["discount"]
    works = discount is not None and goods > 0 and goods >= money(discount[2])
    off = discounts(discount, prices) if works else [ZERO] * len(prices)
    nets = [line - less for line, less in zip(prices, off)]
    method, price = choose_delivery(purchase, sum(nets, ZERO))
    if works and discount[0] == "delivery":
        # A delivery that costs nothing anyway spends no code.
        works = price > ZERO
        price = ZERO
    province = purchase["home"] if method and method["pickUp"] else purchase["to"]
    taxes, shares = [], []
    for level, rate in enumerate(rates_on(province, day, purchase["added"])):
        number = registration(purchase, rate[0], province, day) if rate else None
        if not number:
            shares.append([ZERO] * (len(nets) + 1))
            continue
        is_delivery_taxed = level == 0 or province not in purchase["untaxedDelivery"]
        weights = nets + [price if is_delivery_taxed else ZERO]
        base = sum(weights, ZERO)
        amount = tax_on(base, rate[1])
        taxes.append([rate[0], rate[1], base, amount, number])
        shares.append(divide(amount, weights))
    federal, provincial = shares
    lines = list(zip(nets, federal, provincial))
    delivery = (price, federal[-1], provincial[-1])
    total = sum(nets, ZERO) + price + sum((tax[3] for tax in taxes), ZERO)
    shown = {
        "goods": cents(goods),
        "discount": cents(sum(off, ZERO)) if works else None,
        "delivery": [method["id"], *map(cents, delivery)] if method else None,
        "taxes": [[tax[0], int(tax[1] * 10000), cents(tax[2]), cents(tax[3]), tax[4]] for tax in taxes],
        "lines": [[*map(cents, line)] for line in zip(prices, off, federal, provincial)],
        "total": cents(total),
    }
    return shown, lines, delivery


def refunds(purchase, lines, delivery):
    """The amount of each refund and the taxes in it. What is returned of a tax in all follows what is returned of the line
    in all: of its net for pieces, of its amount with the taxes for an amount. The refund of the rest returns the rest."""
    parts = [*lines, delivery]
    counts = [count for _, count, _ in purchase["lines"]] + [1]
    states, answers = {}, []
    for place, kind, value in purchase["refunds"]:
        net, *taxes = parts[place]
        count, whole = counts[place], net + sum(taxes)
        gross, before, pieces = states.get(place, (ZERO, [ZERO, ZERO], 0))
        is_rest = kind == "rest" or (kind == "pieces" and value == count - pieces)
        if is_rest or (kind == "amount" and money(value) == whole - gross):
            amount, returned, more = whole - gross, [tax - old for tax, old in zip(taxes, before)], count - pieces
        elif kind == "pieces":
            of_pieces = rounded(net * (pieces + value) / count) - rounded(net * pieces / count)
            now = gross - sum(before) + of_pieces
            returned = [max(ZERO, rounded(tax * now / net) - old) for tax, old in zip(taxes, before)]
            amount, more = of_pieces + sum(returned), value
        else:
            amount, more, left, returned = money(value), 0, money(value), []
            for tax, old in zip(taxes, before):
                # A refund of a few cents has at most itself in taxes.
                share = min(left, max(ZERO, rounded(tax * (gross + amount) / whole) - old))
                returned.append(share)
                left -= share
        gross, before = gross + amount, [old + new for old, new in zip(before, returned)]
        states[place] = (gross, before, pieces + more)
        assert gross <= whole and all(old <= tax for old, tax in zip(before, taxes)), "more is refunded than was paid"
        assert gross < whole or before == taxes, "the last refund did not return the rest"
        answers.append([*map(cents, [amount, *returned])])
    return answers


def check_examples():
    for province, day, price, taxes in EXAMPLES:
        on_day = rates_on(province, max(day, "2013-04-01"))
        found = " ".join(str(tax_on(Decimal(price), rate[1])) for rate in on_day if rate)
        assert found == taxes, f"{price} in {province} on {day}: {found}"
    for seconds, day in [(1743476399, "2025-03-31"), (1743476400, "2025-04-01"), (1730606399, "2024-11-03")]:
        assert day_in_halifax(seconds) == day, seconds
    # 6 × $64.00 and 2 × $29.99 less 10 %, with a delivery for $15.00, in Québec.
    def dollars(text):
        return [Decimal(part) for part in text.split()]

    assert divide(Decimal("44.40"), dollars("384.00 59.98")) == dollars("38.40 6.00")
    nets = dollars("345.60 53.98 15.00")
    assert divide(tax_on(sum(nets), Decimal(5)), nets) == dollars("17.28 2.70 0.75")
    assert divide(tax_on(sum(nets), Decimal("9.975")), nets) == dollars("34.47 5.38 1.50")
    line = dollars("53.98 2.70 5.38")
    for half in [["pieces", 1], ["amount", 3103]]:
        purchase = {"lines": [[2699, 2, 1]], "refunds": [[0, *half], [0, *half]]}
        assert refunds(purchase, [line], ()) == [[3103, 135, 269], [3103, 135, 269]]


def main():
    check_examples()
    purchases = returned = wrong = 0
    for text in sys.stdin:
        purchase = json.loads(text)
        expected, lines, delivery = quote(purchase)
        expected["refunds"] = refunds(purchase, lines, delivery)
        purchases += 1
        returned += len(purchase["refunds"])
        answer = purchase.pop("answer")
        if answer != expected:
            wrong += 1
            if wrong <= MAX_REPORTED:
                print(f"purchase {json.dumps(purchase)}")
                for part, value in expected.items():
                    if answer[part] != value:
                        print(f"  {part}: the shop has {answer[part]}, expected {value}")
    print(f"{purchases} purchases, {returned} refunds, {wrong} wrong")
    return 1 if wrong or not purchases else 0


if __name__ == "__main__":
    sys.exit(main())

"""Reading card files of other makers; `records` is what every reader gives, `cardpool.services` what writes it."""

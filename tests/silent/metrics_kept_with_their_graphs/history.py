class History:
    def __init__(self):
        self.rows = []

    def add(self, **row):
        self.rows.append(row)  #~ growing-graph

    def means(self):
        names = self.rows[0]
        return {n: round(float(sum(r[n] for r in self.rows) / len(self.rows)), 4) for n in names}

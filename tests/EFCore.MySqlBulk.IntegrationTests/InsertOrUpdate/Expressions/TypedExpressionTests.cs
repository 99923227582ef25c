using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate.Expressions;

/// <summary>A given value counts as its column would store it, however the rows travel; and what EF Core's <c>ExecuteUpdate</c> translates is stored as it stores it.</summary>
[BothServers]
public abstract class TypedExpressionTests(Servers servers, ServerKind kind)
{
    public static TheoryData<string> Texts => [.. TextCases.Keys];

    private static Dictionary<string, (Expression<Func<Pair, Pair, Pair>> Set, string Expected)> TextCases { get; } = new()
    {
        ["decimal"] = ((s, g) => new Pair { ResultText0 = "p" + g.Price }, "p1.50"),
        ["more digits"] = ((s, g) => new Pair { ResultText0 = "p" + g.Exact }, "p0.123457"),
        ["double"] = ((s, g) => new Pair { ResultText0 = "p" + g.Float8 }, "p0.1"),
        ["float"] = ((s, g) => new Pair { ResultText0 = "p" + g.Float4 }, "p0.1"),
        ["datetime(0)"] = ((s, g) => new Pair { ResultText0 = "p" + g.Second }, "p2026-01-02 00:00:00"),
        ["datetime(3)"] = ((s, g) => new Pair { ResultText0 = "p" + g.Milli }, "p2026-01-02 00:00:00.000"),
        ["date"] = ((s, g) => new Pair { ResultText0 = "p" + g.Day }, "p2026-01-02"),
        ["time"] = ((s, g) => new Pair { ResultText0 = "p" + g.Clock }, "p10:00:00.000000"),
        ["null"] = ((s, g) => new Pair { ResultText0 = "p" + g.MaybePrice + g.MaybeText + "q" }, "pq"),
        ["guid"] = ((s, g) => new Pair { ResultText0 = "é" + s.Unique }, "é00000000-0000-0000-0000-000000000000"),
        ["bool"] = ((s, g) => new Pair { ResultText0 = g.Flag + "/" + s.YesNo }, "True/False"),
        ["collation that ignores case"] = ((s, g) => new Pair { ResultText0 = s.Ignoring != g.Ignoring ? "differs" : "same" }, "same"),
        ["binary collation"] = ((s, g) => new Pair { ResultText0 = s.Binary != g.Binary ? "differs" : "same" }, "differs"),
        ["given text that ignores case"] = ((s, g) => new Pair { ResultText0 = g.Ignoring == "ABC" ? "same" : "differs" }, "same"),
        ["given binary text"] = ((s, g) => new Pair { ResultText0 = g.Binary == "ABC" ? "same" : "differs" }, "differs"),
        ["stored and given of other collations"] = ((s, g) => new Pair { ResultText0 = s.Ignoring == g.Binary ? "same" : "differs" }, "same"),
        ["given texts put together, beside a stored one"] = ((s, g) => new Pair { ResultText0 = (g.Binary + g.Ignoring) == (g.MaybeText ?? s.Ignoring) ? "same" : "differs" }, "differs"),
        ["given texts put together, compared with a stored one"] = ((s, g) => new Pair { ResultText0 = (g.Binary + "") == s.Ignoring ? "same" : "differs" }, "same"),
        ["stored texts of several collations"] = ((s, g) => new Pair { ResultText0 = (s.Ignoring + s.ResultText1) == (g.Ignoring + "") ? "same" : "differs" }, "same"),
        ["stored texts of other collations"] = ((s, g) => new Pair { ResultText0 = s.Ignoring == s.ResultText1 ? "same" : "differs" }, "differs"),
        ["guid in a text"] = ((s, g) => new Pair { ResultText0 = s.Ignoring == "abc" + g.Unique ? "same" : "differs" }, "differs"),
        ["rounded as stored"] = ((s, g) => new Pair { ResultText0 = g.Second > s.Second || g.Exact != 0.123457m ? "differs" : "same" }, "same"),
    };

    [Theory]
    [MemberData(nameof(Texts))]
    public async Task A_given_value_counts_as_its_column_would_store_it_in_every_way(string name)
    {
#if CONNECTORNET
        Assert.SkipWhen(name is "date" or "time", "This provider stores DateOnly and TimeOnly through converters, so their text is refused.");
#endif
        (Expression<Func<Pair, Pair, Pair>> set, string expected) = TextCases[name];
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Pair.Configure);
        foreach (int rows in (int[])[1, 2, 12, 3_100])
        {
            await StoreAsync(database, rows);
            await using ModelContext context = database.Context();
            await context.BulkInsertOrUpdateAsync(Given(rows), new() { Set = set }, Token);

            List<object?[]> stored = await database.QueryAsync("SELECT DISTINCT ResultText0 FROM pairs");
            Assert.True(stored is [[string only]] && only == expected, $"{rows} rows: {string.Join(", ", stored.Select(row => row[0]))}");
        }

        // The same as a condition, which every strategy takes.
        Expression value = ((MemberAssignment)((MemberInitExpression)set.Body).Bindings[0]).Expression;
        Expression<Func<Pair, Pair, bool>> condition = Expression.Lambda<Func<Pair, Pair, bool>>(Expression.Equal(value, Expression.Constant(expected)), set.Parameters);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await StoreAsync(database, 12);
            await using ModelContext context = database.Context();
            BulkResult done = await context.BulkUpdateAsync(Given(12), new() { UpdateWhen = condition, Update = p => p.ResultLong0, Strategy = strategy }, Token);
            Assert.Equal((strategy, 12), (done.Strategy, done.RowsUpdated));
        }
    }

    [Fact]
    public async Task What_ExecuteUpdate_translates_is_stored_as_it_stores_it()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Pair.Configure);
        await EqualAsync(database, (s, g) => new Pair { ResultDouble0 = (double)s.Signed32 / g.Signed32 }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultDouble0, p => (double)p.Signed32 / g.Signed32)));
        await EqualAsync(database, (s, g) => new Pair { ResultLong0 = (long)s.Unsigned32 - g.Unsigned32 }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultLong0, p => (long)p.Unsigned32 - g.Unsigned32)));
        await EqualAsync(database, (s, g) => new Pair { Signed16 = (short)(s.Signed16 + 1) }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.Signed16, p => (short)(p.Signed16 + 1))));
        await EqualAsync(
            database,
            (s, g) => new Pair { Number = s.Number == Pair.Level.High ? Pair.Level.Low : g.Number, Word = s.Word == Pair.Level.High ? Pair.Level.Low : g.Word },
            (q, g) => q.ExecuteUpdateAsync(x => x
                .SetProperty(p => p.Number, p => p.Number == Pair.Level.High ? Pair.Level.Low : g.Number)
                .SetProperty(p => p.Word, p => p.Word == Pair.Level.High ? Pair.Level.Low : g.Word)));
        await EqualAsync(database, (s, g) => new Pair { ResultFlag0 = g.Utc > s.Utc }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultFlag0, p => g.Utc > p.Utc)));
        await EqualAsync(database, (s, g) => new Pair { ResultFlag0 = s.Tiny == Pair.Small.Two }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultFlag0, p => p.Tiny == Pair.Small.Two)));
        await EqualAsync(database, (s, g) => new Pair { ResultFlag0 = s.Float4 > 0.3f }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultFlag0, p => p.Float4 > 0.3f)));
        await EqualAsync(database, (s, g) => new Pair { ResultText0 = "p" + s.Price }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultText0, p => "p" + p.Price)));
        await EqualAsync(database, (s, g) => new Pair { ResultFlag0 = s.Binary != g.Binary }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultFlag0, p => p.Binary != g.Binary)));
        await EqualAsync(database, (s, g) => new Pair { ResultFlag0 = s.Ignoring == g.Ignoring }, (q, g) => q.ExecuteUpdateAsync(x => x.SetProperty(p => p.ResultFlag0, p => p.Ignoring == g.Ignoring)));
    }

    [Fact]
    public async Task A_converter_that_does_not_keep_the_order_is_refused_where_the_order_matters()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Pair.Configure);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([New(1, "a", 5), New(2, "a", 6)], cancellationToken: Token);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync([New(1, "b", 5)], new() { UpdateWhen = (s, g) => g.Reversed > s.Reversed }, Token));
        BulkResult done = await context.BulkUpdateAsync([New(1, "b", 5), New(2, "b", 5)], new() { UpdateWhen = (s, g) => g.Reversed == s.Reversed && s.Reversed != 7 }, Token);

        Assert.Contains("'Pair.Reversed' is converted before it is stored", refused.Message, StringComparison.Ordinal);
        Assert.Equal((1, 1), (done.RowsUpdated, done.RowsUnchanged));
    }

    private static async Task StoreAsync(TestDatabase database, int rows)
    {
        await database.ExecuteAsync("DELETE FROM pairs");
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, rows).Select(id => New(id, "abc")).ToList(), cancellationToken: Token);
    }

    private static List<Pair> Given(int rows) => [.. Enumerable.Range(1, rows).Select(id => New(id, "aBc"))];

    private static async Task EqualAsync(TestDatabase database, Expression<Func<Pair, Pair, Pair>> set, Func<IQueryable<Pair>, Pair, Task<int>> update)
    {
        Random random = new(5);
        List<Pair> stored = [.. Enumerable.Range(1, 12).Select(id => Pair.New(id, random))];
        List<Pair> given = [.. Enumerable.Range(1, 12).Select(id => Pair.New(id, random))];
        given[0].Ignoring = stored[0].Ignoring = given[0].Binary = stored[0].Binary = "abc";
        (given[1].Ignoring, given[1].Binary) = ("ABC", "ABC");
        (stored[1].Ignoring, stored[1].Binary) = ("abc", "abc");
        await using ModelContext context = database.Context();
        await database.ExecuteAsync("DELETE FROM pairs");
        await context.BulkInsertAsync(stored, cancellationToken: Token);
        foreach (Pair row in given)
            await update(context.Set<Pair>().Where(p => p.Id == row.Id), row);
        List<object?[]> expected = await database.QueryAsync("SELECT * FROM pairs ORDER BY Id");

        foreach (int rows in (int[])[1, 12])
        {
            await database.ExecuteAsync("DELETE FROM pairs");
            await context.BulkInsertAsync(stored, cancellationToken: Token);
            foreach (Pair[] each in given.Chunk(rows))
                await context.BulkInsertOrUpdateAsync(each, new() { Set = set }, Token);
            List<object?[]> now = await database.QueryAsync("SELECT * FROM pairs ORDER BY Id");
            for (int i = 0; i < 12; i++)
                Assert.True(expected[i].SequenceEqual(now[i]), $"{set}, row {i}, {rows} rows: {string.Join(", ", now[i].Except(expected[i]))} instead of {string.Join(", ", expected[i].Except(now[i]))}");
        }
    }

    private static Pair New(int id, string text, int reversed = 0) => new()
    {
        Id = id,
        Flag = true,
        Price = 1.5m,
        Exact = 0.1234567m,
        Float4 = 0.1f,
        Float8 = 0.1,
        Second = new DateTime(2026, 1, 2).AddMilliseconds(text == "aBc" ? 400 : 0),
        Milli = new DateTime(2026, 1, 2),
        Day = new DateOnly(2026, 1, 2),
        Clock = new TimeOnly(10, 0),
        Tiny = Pair.Small.One,
        Binary = text,
        Ignoring = text,
        Reversed = reversed,
    };
}

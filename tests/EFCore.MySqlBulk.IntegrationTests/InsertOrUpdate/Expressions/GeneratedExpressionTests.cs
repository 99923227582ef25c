using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate.Expressions;

/// <summary>What the server makes of any expression is what .NET makes of it, however the rows travel and however many there are.</summary>
[BothServers]
public abstract class GeneratedExpressionTests(Servers servers, ServerKind kind)
{
    private const string SeedVariable = "MYSQLBULK_EXPRESSION_SEED";
    private const int Patterns = 24;

    [OnlyInFullRuns("TypedExpression has every operator and type, with chosen values.")]
    [Fact]
    [OnEachServer("Each server has rules of its own for types and NULL in expressions.")]
    public async Task Values_are_those_of_NET_in_every_way()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Pair.Configure);
        int seed = Seed();
        for (int i = 0; i < (Environment.GetEnvironmentVariable(SeedVariable) is null ? 8 : 1); i++, seed++)
        {
            Random random = new(seed);
            (Pair[] stored, Pair[] given) = (Rows(random), Rows(random));
            Expression<Func<Pair, Pair, Pair>> set = new ExpressionGenerator(random).Set(value => IsExact(value, stored, given));
            Func<Pair, Pair, Pair> calculate = set.Compile();
            Pair[] expected = [.. stored.Zip(given, calculate)];
            foreach ((int rows, BulkPipelining? pipelining, bool isAsync) in Sizes(i))
            {
                await StoreAsync(database, stored, rows);
                await using ModelContext context = database.Context();
                BulkInsertOrUpdateOptions<Pair> options = new() { Set = set, Pipelining = pipelining, ReadGenerated = false };
                Pair[] sent = [.. Enumerable.Range(0, rows).Select(n => Copy(given[n % Patterns], n + 1))];

                BulkResult? done = null;
                Exception? thrown = await Record.ExceptionAsync(async () => done = isAsync ? await context.BulkInsertOrUpdateAsync(sent, options, Token) : context.BulkInsertOrUpdate(sent, options));

                Assert.True(thrown is null, $"{set} of {rows} rows, {SeedVariable}={seed}: {thrown}");
                Assert.Equal(0, done!.RowsInserted);
                string way = $"{done.Strategy}, pipelined {done.IsPipelined}, {rows} rows, {SeedVariable}={seed}";
                List<Pair> now = await database.Context().Set<Pair>().AsNoTracking().OrderBy(p => p.Id).ToListAsync(Token);
                foreach (MemberAssignment each in ((MemberInitExpression)set.Body).Bindings.Cast<MemberAssignment>())
                {
                    for (int n = 0; n < rows; n++)
                        AssertSame(each, expected[n % Patterns], now[n], $"{way}, row {n}");
                }
            }
        }
    }

    [Fact]
    [OnEachServer("Each server has rules of its own for types and NULL in expressions.")]
    public async Task Conditions_are_those_of_NET_in_every_way()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Pair.Configure);
        int seed = Seed() + 1_000_000;
        for (int i = 0; i < 25; i++, seed++)
        {
            Random random = new(seed);
            (Pair[] stored, Pair[] given) = (Rows(random), Rows(random));
            Expression<Func<Pair, Pair, bool>> condition = new ExpressionGenerator(random).Condition();
            if (!IsExact(condition, stored, given))
                continue;
            Func<Pair, Pair, bool> decide = condition.Compile();
            BulkStrategy[] strategies = EveryStrategy.Updates(kind);
            BulkStrategy? strategy = i % (strategies.Length + 1) is var n and > 0 ? strategies[n - 1] : null;
            int rows = strategy is null ? 3_000 : Patterns;
            await StoreAsync(database, stored, rows);
            await using ModelContext context = database.Context();
            Pair[] sent = [.. Enumerable.Range(0, rows).Select(row => Copy(given[row % Patterns], row + 1, p => p.ResultLong0 = 1))];

            await context.BulkUpdateAsync(sent, new() { UpdateWhen = condition, Update = p => p.ResultLong0, Strategy = strategy }, Token);

            List<Pair> now = await database.Context().Set<Pair>().AsNoTracking().OrderBy(p => p.Id).ToListAsync(Token);
            for (int row = 0; row < rows; row++)
                Assert.True(decide(stored[row % Patterns], given[row % Patterns]) == (now[row].ResultLong0 == 1), $"{condition}, {strategy}, row {row}, {SeedVariable}={seed - 1_000_000}");
        }
    }

    // Numbers of rows that choose other strategies and connections, in both modes.
    private static IEnumerable<(int Rows, BulkPipelining? Pipelining, bool IsAsync)> Sizes(int turn)
    {
        yield return (1, null, turn % 2 == 0);
        yield return (2, null, turn % 2 == 1);
        yield return (Patterns, null, turn % 2 == 0);
        if (turn % 4 < 2)
            yield return (3_000, turn % 4 == 0 ? null : BulkPipelining.Never, turn % 8 < 4);
    }

    private static int Seed() => Environment.GetEnvironmentVariable(SeedVariable) is { } set ? int.Parse(set, System.Globalization.CultureInfo.InvariantCulture) : Random.Shared.Next(1_000_000);

    private static Pair[] Rows(Random random) => [.. Enumerable.Range(1, Patterns).Select(id => Pair.New(id, random))];

    // .NET calculates it without an error and to a number, and text has no more characters than its column.
    private static bool IsExact(LambdaExpression value, Pair[] stored, Pair[] given)
    {
        Delegate calculate = value.Compile();
        try
        {
            return stored.Zip(given).All(rows => calculate.DynamicInvoke(rows.First, rows.Second) switch
            {
                double number => double.IsFinite(number) && Math.Abs(number) < 1e9,
                float number => float.IsFinite(number) && Math.Abs(number) < 1e9,
                decimal number => Math.Abs(number) < 1e12m,
                string text => text.Length < 500,
                // A condition of a missing value, or a text that may be null.
                null => false,
                _ => true,
            });
        }
        catch (TargetInvocationException)
        {
            return false;
        }
    }

    private static async Task StoreAsync(TestDatabase database, Pair[] stored, int rows)
    {
        await database.ExecuteAsync("DELETE FROM pairs");
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(0, rows).Select(n => Copy(stored[n % Patterns], n + 1)).ToList(), cancellationToken: Token);
    }

    private static Pair Copy(Pair pair, int id, Action<Pair>? change = null)
    {
        Pair copy = new();
        foreach (PropertyInfo property in typeof(Pair).GetProperties())
            property.SetValue(copy, property.GetValue(pair));
        copy.Id = id;
        change?.Invoke(copy);
        return copy;
    }

    private static void AssertSame(MemberAssignment assigned, Pair expected, Pair now, string way)
    {
        PropertyInfo property = (PropertyInfo)assigned.Member;
        (object? one, object? other) = (property.GetValue(expected), property.GetValue(now));
        bool isSame = (one, other) switch
        {
            (double a, double b) => Math.Abs(a - b) <= Math.Abs(a) * 1e-14,
            // The server sends six digits of a float.
            (float a, float b) => Math.Abs(a - b) <= Math.Abs(a) * 1e-5f,
            (decimal a, decimal b) => Math.Abs(a - b) <= 1e-14m * Math.Max(1, Math.Abs(a)),
            _ => Equals(one, other),
        };
        Assert.True(isSame, $"{property.Name} = {assigned.Expression}: '{one}' but '{other}'. {way}");
    }
}

using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Selecting;

/// <summary>What a call may do: choose by itself, or be told the strategy and whether to pipeline.</summary>
/// <param name="Operation">The operation.</param>
/// <param name="Strategy">The forced strategy; null for the automatic choice.</param>
/// <param name="Pipelining">Whether statements are pipelined.</param>
internal sealed record Choice(string Operation, BulkStrategy? Strategy = null, BulkPipelining Pipelining = BulkPipelining.Auto)
{
    private const string InsertAllowedLoadData = "insert, LOAD DATA allowed";
    private const string InsertWithoutKeys = "insert, no keys";

    // What waits for each row, or has the server parse each row's statement, takes seconds where others take milliseconds, and is not the best one there.
    private const int MostRowsOneByOne = 100;
    private const int MostStatements = 10_000;

    public static IReadOnlyList<string> Operations { get; } = ["insert", InsertAllowedLoadData, InsertWithoutKeys, "update", "delete"];

    /// <summary>Whether LOAD DATA is a choice.</summary>
    public bool AllowsLoadData => Operation is InsertAllowedLoadData or InsertWithoutKeys;

    /// <summary>Whether generated keys are written to the rows.</summary>
    public bool WritesKeys => Operation is "insert" or InsertAllowedLoadData;

    /// <summary>The operation whose table and rows it has.</summary>
    public string Workload => Operation.Split(',')[0];

    /// <summary>Whether the call chooses by itself.</summary>
    public bool IsAutomatic => Strategy is null;

    /// <summary>Its name in the tables.</summary>
    public string Name => IsAutomatic ? "automatic" : $"{Strategy}{(Pipelining == BulkPipelining.Always ? ", pipelined" : "")}";

    /// <summary>All that an operation could do, the automatic choice first.</summary>
    public static IEnumerable<Choice> Of(string operation) =>
    [
        new(operation),
        .. from strategy in Enum.GetValues<BulkStrategy>()
           from pipelining in (BulkPipelining[])[BulkPipelining.Never, BulkPipelining.Always]
           select new Choice(operation, strategy, pipelining),
    ];

    /// <summary>Whether it is compared with that many rows.</summary>
    public bool Compares(int rows) => Strategy switch
    {
        BulkStrategy.RowByRow => rows <= MostRowsOneByOne,
        BulkStrategy.MultiStatement or BulkStrategy.PipelinedArrayBatch => rows <= MostStatements,
        _ => true,
    };

    /// <summary>Whether the library would do it; it says so before it sends anything.</summary>
    public bool IsPossible(BenchContext context)
    {
        BenchUser[] users = UserRows.Keyed(2, 1);
        try
        {
            _ = Operation switch
            {
                "update" => context.ExplainBulkUpdate(users, ForUpdate()),
                "delete" => context.ExplainBulkDelete(users, new() { Strategy = Strategy, Pipelining = Pipelining }),
                _ => context.ExplainBulkInsert(UserRows.New(2, 1), ForInsert()),
            };
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    public Task<BulkResult> RunAsync(BenchContext context, BenchUser[] users) => Operation switch
    {
        "update" => context.BulkUpdateAsync(users, ForUpdate()),
        "delete" => context.BulkDeleteAsync(users, new() { Strategy = Strategy, Pipelining = Pipelining }),
        _ => context.BulkInsertAsync(users, ForInsert()),
    };

    private BulkInsertOptions ForInsert() => new() { Strategy = Strategy, Pipelining = Pipelining, ReturnKeys = Operation != InsertWithoutKeys };

    private BulkUpdateOptions<BenchUser> ForUpdate() => new() { Strategy = Strategy, Pipelining = Pipelining, Update = u => new { u.Name, u.Age, u.Score } };
}

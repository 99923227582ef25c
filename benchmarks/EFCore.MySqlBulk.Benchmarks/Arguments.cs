using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Shapes;
using EFCore.MySqlBulk.Benchmarks.Wide;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using TestServers;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>The parsed command line.</summary>
internal sealed record Arguments
{
    public const string Usage = """
        Measures EFCore.MySqlBulk against SaveChanges, row by row, the bulk copies of linq2db and MySqlConnector, and the server's own floor.

          report                   instead: everything, part after part, with pictures; see report --help

          --schemes                instead: the schemes of a published report, at several round trip times
          --selection              instead: the strategy that calls choose, and every other one, at several round trip times
          --three-rows [N]         instead: N executions (default: 600,000) of one statement of three rows, and the same loop in C
          --save-changes           instead: SaveChanges in bulk, and the provider's own
          --first-calls            instead: the first call of a process and of an entity type, and later ones
          --read-by-keys           instead: entities read by their keys, and EF Core's Contains
          --insert-or-update       instead: rows inserted or updated by a unique index, and tracked queries with SaveChanges
          --synchronize            instead: a table made equal to a list of rows, and SaveChanges of all of them
          --contention             instead: eight writers that insert or update ten rows a call in one table, and the same by one statement
          --graphs                 instead: orders with lines, tables per type and owned collections inserted with one call, and SaveChanges
          --shards                 instead: orders inserted into five tables by BulkShards, into one table, and by five calls by hand
          --cluster                instead: inserts into a group of three and by a list of servers, and into one server
          --wide-rows              instead: millions of wide rows by several writers and readers, on one server and on a group of three
          --stream                 instead: millions of rows from a stream in one transaction, and the same call cancelled halfway
          --atomic                 instead: inserts over two connections that commit together, and one after the other
          --by-query               instead: a third of the rows of a table deleted, changed and archived in batches and at once, beside a writer
          --bad-rows               instead: imports of which some rows are bad and set aside, and of good rows only

          --server mysql|mariadb   which server to start (default: mysql)
          --connection STRING      measure on this server instead of starting one; the user must be able to create a database
          --rows N,N,…             row counts (default: 10,100,1000,10000,100000; --schemes: 100,1000,10000;
                                   --selection: 1,10,100,1000,2000,10000, and without a round trip time 100000;
                                   --save-changes: 1,3,100,10000,100000; --read-by-keys: 100,1000,10000,100000;
                                   --insert-or-update: 100,10000,100000; --synchronize: 10000,100000; --graphs, --shards: 100000;
                                   --cluster: 10000,100000; --wide-rows: 3500000; --stream: 5000000; --atomic: 1000000;
                                   --by-query: 3000000 in the table; --bad-rows: 100000)
          --only OPERATION         insert, update or delete (default: all three)
          --columns N,N            tables of 3 and of 30 columns instead of the one of 6
          --technique TEXT         only those whose name contains it (may be said several times)
          --rtt MS,MS,…            with --schemes and --selection: round trip times (default: 0,1,10); 0 is the way without a delay
          --slow                   with --schemes: row by row too where that takes more than 20 s a run
          --rounds N               measured rounds (default: 200 below 100 rows, down to 5 for 100,000; --wide-rows: 9, of 12 updates each)
          --quick                  few rows and rounds: shows that everything works, not how fast it is
          --json FILE              writes the same figures for a program to read, each as soon as it is finished. If the file is there,
                                   what it has is not measured again: a run that was interrupted goes on
          --help                   this text
        """;

    private const double LongestRoundTripMs = 1_000;
    private const int MostStreamedRows = 100_000_000;
    private const int MostQueriedRows = 10_000_000;

    private static readonly string[] AllOperations = ["insert", "update", "delete"];

    public BenchmarkKind Kind { get; init; }

    public int ThreeRowsExecutions { get; init; } = 600_000;

    public ServerKind Server { get; init; } = ServerKind.MySql;

    public string? Connection { get; init; }

    public IReadOnlyList<int>? Rows { get; init; }

    public IReadOnlyList<string> Only { get; init; } = AllOperations;

    /// <summary>The numbers of columns of other tables than bench_users to measure instead; empty for that one.</summary>
    public IReadOnlyList<int> Columns { get; init; } = [];

    /// <summary>The operations of the standard run.</summary>
    public IReadOnlyList<string> Operations => Columns.Count == 0 ? [.. Only.SelectMany(OperationsOf)] : [.. Columns.SelectMany(columns => Only.Select(operation => ShapedWorkloads.NameOf(operation, columns)))];

    /// <summary>Parts of the names of the techniques to run; empty for all.</summary>
    public IReadOnlyList<string> Techniques { get; init; } = [];

    public int? Rounds { get; init; }

    public bool IsQuick { get; init; }

    public bool IsSlow { get; init; }

    public string? JsonFile { get; init; }

    public bool WantsHelp { get; init; }

    /// <summary>The requested row counts, or the defaults.</summary>
    public IReadOnlyList<int> RowCounts => Rows ?? (IsQuick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000, 100_000]);

    /// <summary>The row counts for the schemes.</summary>
    public IReadOnlyList<int> SchemeRowCounts => Rows ?? (IsQuick ? [100, 1_000] : [100, 1_000, 10_000]);

    /// <summary>The row counts for the choices; fewer where each round trip is slow.</summary>
    public IReadOnlyList<int> SelectionRowCounts(double roundTripMs)
        => Rows ?? (IsQuick ? [10, 1_000] : [1, 10, 100, 1_000, 2_000, 10_000, .. roundTripMs == 0 ? (int[])[100_000] : []]);

    /// <summary>The row counts for SaveChanges.</summary>
    public IReadOnlyList<int> SavedRowCounts => Rows ?? (IsQuick ? [1, 3, 100, 1_000] : [1, 3, 100, 10_000, 100_000]);

    /// <summary>The numbers of keys to read by.</summary>
    public IReadOnlyList<int> ReadRowCounts => Rows ?? (IsQuick ? [100, 1_000] : [100, 1_000, 10_000, 100_000]);

    /// <summary>The numbers of rows to insert or update.</summary>
    public IReadOnlyList<int> UpsertRowCounts => Rows ?? (IsQuick ? [100, 1_000] : [100, 10_000, 100_000]);

    /// <summary>The numbers of rows to synchronize.</summary>
    public IReadOnlyList<int> SynchronizedRowCounts => Rows ?? (IsQuick ? [1_000] : [10_000, 100_000]);

    /// <summary>The numbers of rows that graphs consist of.</summary>
    public IReadOnlyList<int> GraphRowCounts => Rows ?? (IsQuick ? [10_000] : [100_000]);

    /// <summary>The numbers of rows to spread over shards.</summary>
    public IReadOnlyList<int> ShardedRowCounts => Rows ?? (IsQuick ? [10_000] : [100_000]);

    /// <summary>The numbers of rows to insert into a group.</summary>
    public IReadOnlyList<int> ClusterRowCounts => Rows ?? (IsQuick ? [10_000] : [10_000, 100_000]);

    /// <summary>The number of rows to insert over several connections.</summary>
    public int AtomicRows => Rows?[0] ?? (IsQuick ? 50_000 : 1_000_000);

    /// <summary>The number of rows in the table of a query.</summary>
    public int QueriedRows => Rows?[0] ?? (IsQuick ? 30_000 : 3_000_000);

    /// <summary>The number of rows of an import.</summary>
    public int ImportedRows => Rows?[0] ?? (IsQuick ? 10_000 : 100_000);

    /// <summary>The number of rows of a stream.</summary>
    public int StreamedRows => Rows?[0] ?? (IsQuick ? 100_000 : 5_000_000);

    /// <summary>The number of rows of a stream that is not measured.</summary>
    public int WarmUpStreamedRows => Math.Min(StreamedRows, IsQuick ? 10_000 : 200_000);

    /// <summary>The requested round trip times, or the defaults.</summary>
    public IReadOnlyList<double> RoundTripMs => RoundTrips ?? (IsQuick ? [0, 1] : [0, 1, 10]);

    private IReadOnlyList<double>? RoundTrips { get; init; }

    private int MostRows => Kind switch
    {
        BenchmarkKind.Stream => MostStreamedRows,
        BenchmarkKind.ByQuery => MostQueriedRows,
        BenchmarkKind.Techniques or BenchmarkKind.Atomic => LoadedTable.MostTouched,
        _ => LoadedTable.Rows,
    };

    /// <summary>Whether a technique was requested.</summary>
    public bool Includes(string technique) => Techniques.Count == 0 || Techniques.Any(part => technique.Contains(part, StringComparison.OrdinalIgnoreCase));

    /// <exception cref="ArgumentException">An argument is unknown, lacks its value or has an invalid one.</exception>
    public static Arguments Parse(IReadOnlyList<string> words)
    {
        Arguments arguments = new();
        Queue<string> rest = new(words);
        while (rest.TryDequeue(out string? word))
            arguments = arguments.With(word, rest);
        arguments.CheckRows();
        return arguments;
    }

    private Arguments With(string word, Queue<string> rest) => word switch
    {
        "--schemes" => Choose(BenchmarkKind.Schemes),
        "--selection" => Choose(BenchmarkKind.Selection),
        "--three-rows" => Choose(BenchmarkKind.ThreeRows) with { ThreeRowsExecutions = Executions(word, rest) },
        "--save-changes" => Choose(BenchmarkKind.SaveChanges),
        "--first-calls" => Choose(BenchmarkKind.FirstCalls),
        "--read-by-keys" => Choose(BenchmarkKind.ReadByKeys),
        "--insert-or-update" => Choose(BenchmarkKind.InsertOrUpdate),
        "--synchronize" => Choose(BenchmarkKind.Synchronize),
        "--contention" => Choose(BenchmarkKind.Contention),
        "--graphs" => Choose(BenchmarkKind.Graphs),
        "--shards" => Choose(BenchmarkKind.Shards),
        "--cluster" => Choose(BenchmarkKind.Cluster),
        "--wide-rows" => Choose(BenchmarkKind.WideRows),
        "--stream" => Choose(BenchmarkKind.Stream),
        "--atomic" => Choose(BenchmarkKind.Atomic),
        "--by-query" => Choose(BenchmarkKind.ByQuery),
        "--bad-rows" => Choose(BenchmarkKind.BadRows),
        "--rtt" => this with { RoundTrips = [.. Value(word, rest).Split(',').Select(ms => Milliseconds(word, ms))] },
        "--slow" => this with { IsSlow = true },
        "--server" => this with { Server = ServerOf(Value(word, rest)) },
        "--connection" => this with { Connection = Value(word, rest) },
        "--rows" => this with { Rows = [.. Value(word, rest).Split(',').Select(n => Count(word, n, MostStreamedRows))] },
        "--only" => this with { Only = [OperationOf(Value(word, rest))] },
        "--columns" => this with { Columns = [.. Value(word, rest).Split(',').Select(n => ColumnsOf(word, n))] },
        "--technique" => this with { Techniques = [.. Techniques, Value(word, rest)] },
        "--rounds" => this with { Rounds = Count(word, Value(word, rest), int.MaxValue) },
        "--quick" => this with { IsQuick = true },
        "--json" => this with { JsonFile = Value(word, rest) },
        "--help" or "-h" => this with { WantsHelp = true },
        _ => throw new ArgumentException($"unknown argument {word}"),
    };

    // Only now is it known what the rows are for.
    private void CheckRows()
    {
        if (Kind is BenchmarkKind.WideRows)
        {
            if (Rows is { } rows && (IsQuick || rows is not [>= WidePlan.FewestRows and <= WidePlan.MostRows]))
                throw new ArgumentException($"--wide-rows: --rows is one number from {WidePlan.FewestRows} to {WidePlan.MostRows}, and not with --quick");
        }
        else if (Rows is { } counts && counts.Any(n => n > MostRows))
        {
            throw new ArgumentException($"--rows: {counts.Max()} is no number from 1 to {MostRows}");
        }

        if (Kind is not BenchmarkKind.Techniques && Columns.Count > 0)
            throw new ArgumentException("--columns belongs to the standard run");
        if (Kind is BenchmarkKind.Cluster && (Connection is not null || Server is not ServerKind.MySql))
            throw new ArgumentException("--cluster starts its own servers of MySQL");
#if CONNECTORNET
        if (Kind is BenchmarkKind.Cluster)
            throw new ArgumentException("--cluster needs a list of servers in order, which MySqlConnector knows: -p:MySqlProvider=Microting");
#endif
    }

    private Arguments Choose(BenchmarkKind kind) =>
        Kind is BenchmarkKind.Techniques ? this with { Kind = kind } : throw new ArgumentException("only one of --schemes, --selection, --three-rows, --save-changes, --first-calls, --read-by-keys, --insert-or-update, --synchronize, --contention, --graphs, --shards, --cluster, --wide-rows, --stream, --atomic, --by-query and --bad-rows");

    private int Executions(string word, Queue<string> rest) =>
        rest.TryPeek(out string? next) && !next.StartsWith('-') ? Count(word, rest.Dequeue(), int.MaxValue) : ThreeRowsExecutions;

    private static double Milliseconds(string word, string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value) && value <= LongestRoundTripMs
            ? value
            : throw new ArgumentException($"{word}: {text} is no number from 0 to {LongestRoundTripMs}");

    /// <summary>What stands behind an option.</summary>
    /// <exception cref="ArgumentException">Nothing does.</exception>
    public static string Value(string word, Queue<string> rest) =>
        rest.TryDequeue(out string? value) && value.Length > 0 ? value : throw new ArgumentException($"{word} needs a value");

    private static ServerKind ServerOf(string name) => name switch
    {
        "mysql" => ServerKind.MySql,
        "mariadb" => ServerKind.MariaDb,
        _ => throw new ArgumentException($"--server is mysql or mariadb, not {name}"),
    };

    private static IEnumerable<string> OperationsOf(string name) => name == DeleteWorkload.Contiguous ? [name, DeleteWorkload.Scattered] : [name];

    private static string OperationOf(string name) =>
        AllOperations.Contains(name) ? name : throw new ArgumentException($"--only is insert, update or delete, not {name}");

    private static int ColumnsOf(string word, string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int count) && ShapedWorkloads.Columns.Contains(count)
            ? count
            : throw new ArgumentException($"{word} is 3, 30 or 3,30, not {text}");

    private static int Count(string word, string text, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int count) && count > 0 && count <= most
            ? count
            : throw new ArgumentException($"{word}: {text} is no number from 1 to {most}");
}

using System.Globalization;
using TestServers;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>What the command line asks for.</summary>
internal sealed record Arguments
{
    public const string Usage = """
        Measures EFCore.MySqlBulk against SaveChanges, row by row, and the server's own floor.

          --server mysql|mariadb   which server to start (default: mysql)
          --connection STRING      measure on this server instead of starting one; the user must be able to create a database
          --rows N,N,…             row counts (default: 10,100,1000,10000,100000)
          --only OPERATION         insert, update or delete (default: all three)
          --rounds N               measured rounds (default: 200 for 10 rows, down to 5 for 100,000)
          --quick                  few rows and rounds: shows that everything works, not how fast it is
          --json FILE              writes the same figures for a program to read
          --help                   this text
        """;

    private static readonly string[] Operations = ["insert", "update", "delete"];

    public ServerKind Server { get; init; } = ServerKind.MySql;

    public string? Connection { get; init; }

    public IReadOnlyList<int>? Rows { get; init; }

    public IReadOnlyList<string> Only { get; init; } = Operations;

    public int? Rounds { get; init; }

    public bool IsQuick { get; init; }

    public string? JsonFile { get; init; }

    public bool WantsHelp { get; init; }

    /// <summary>Row counts asked for, else the default ones.</summary>
    public IReadOnlyList<int> RowCounts => Rows ?? (IsQuick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000, 100_000]);

    /// <exception cref="ArgumentException">An argument is unknown, lacks its value or has a wrong one.</exception>
    public static Arguments Parse(IReadOnlyList<string> words)
    {
        Arguments arguments = new();
        Queue<string> rest = new(words);
        while (rest.TryDequeue(out string? word))
            arguments = arguments.With(word, rest);
        return arguments;
    }

    private Arguments With(string word, Queue<string> rest) => word switch
    {
        "--server" => this with { Server = ServerOf(Value(word, rest)) },
        "--connection" => this with { Connection = Value(word, rest) },
        "--rows" => this with { Rows = [.. Value(word, rest).Split(',').Select(n => Count(word, n, Workloads.LoadedTable.Rows))] },
        "--only" => this with { Only = [OperationOf(Value(word, rest))] },
        "--rounds" => this with { Rounds = Count(word, Value(word, rest), int.MaxValue) },
        "--quick" => this with { IsQuick = true },
        "--json" => this with { JsonFile = Value(word, rest) },
        "--help" or "-h" => this with { WantsHelp = true },
        _ => throw new ArgumentException($"unknown argument {word}"),
    };

    private static string Value(string word, Queue<string> rest) =>
        rest.TryDequeue(out string? value) && value.Length > 0 ? value : throw new ArgumentException($"{word} needs a value");

    private static ServerKind ServerOf(string name) => name switch
    {
        "mysql" => ServerKind.MySql,
        "mariadb" => ServerKind.MariaDb,
        _ => throw new ArgumentException($"--server is mysql or mariadb, not {name}"),
    };

    private static string OperationOf(string name) =>
        Operations.Contains(name) ? name : throw new ArgumentException($"--only is insert, update or delete, not {name}");

    private static int Count(string word, string text, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int count) && count > 0 && count <= most
            ? count
            : throw new ArgumentException($"{word}: {text} is no number from 1 to {most}");
}

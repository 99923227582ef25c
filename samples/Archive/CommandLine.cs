using System.Data.Common;
using System.Globalization;

namespace Archive;

/// <summary>The parsed arguments.</summary>
internal sealed record CommandLine
{
    public const string Usage = """
        Usage: dotnet run -c Release --project samples/Archive -- [options]

        A table has the visits of a year, and an application that looks at them. What is older than 90 days is moved into an archive meanwhile,
        and every row is checked at the end.

          --rows <number>        So many visits (default: 500,000).
          --keep <days>          So many days stay in the table (default: 90).
          --two-servers          The archive is on a server of its own.
          --connection <string>  Work on this server instead of starting one. The database that it names, or visits_archive, must be empty or
                                 not exist; what the sample creates there, it drops when all rows are checked.
          --resume               Go on with a run that was interrupted, on the same --connection.
          --replica <string>     Wait while this replica lags by more than 5 s; may be said several times.
          --help                 Show this.
        """;

    public int Rows { get; private init; } = 500_000;

    public int DaysKept { get; private init; } = 90;

    public bool TwoServers { get; private init; }

    /// <summary>Null starts a server.</summary>
    public string? Connection { get; private init; }

    public bool Resume { get; private init; }

    public IReadOnlyList<string> Replicas { get; private init; } = [];

    public bool Help { get; private init; }

    /// <exception cref="CommandLineException">An argument is unknown, or its value is missing or wrong.</exception>
    public static CommandLine Parse(IEnumerable<string> arguments)
    {
        CommandLine asked = new();
        Queue<string> left = new(arguments);
        while (left.TryDequeue(out string? option))
        {
            asked = option switch
            {
                "--rows" => asked with { Rows = PositiveNumber(option, ValueOf(option, left)) },
                "--keep" => asked with { DaysKept = PositiveNumber(option, ValueOf(option, left)) },
                "--two-servers" => asked with { TwoServers = true },
                "--connection" => asked with { Connection = ConnectionString(option, ValueOf(option, left)) },
                "--resume" => asked with { Resume = true },
                "--replica" => asked with { Replicas = [.. asked.Replicas, ConnectionString(option, ValueOf(option, left))] },
                "--help" or "-h" => asked with { Help = true },
                _ => throw new CommandLineException($"Unknown argument '{option}'."),
            };
        }

        if (asked is { Resume: true, Connection: null })
            throw new CommandLineException("--resume needs the --connection of the run that was interrupted: a server that the sample starts ends with it.");
        return asked is { TwoServers: true, Connection: not null } ? throw new CommandLineException("--two-servers starts its servers: leave out --connection.") : asked;
    }

    private static string ValueOf(string option, Queue<string> left)
        => left.TryDequeue(out string? value) ? value : throw new CommandLineException($"{option} needs a value.");

    private static int PositiveNumber(string option, string value)
        => int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0
            ? number
            : throw new CommandLineException($"{option} needs a whole number of 1 or more, not '{value}'.");

    // The value may hold a password, so the message does not repeat it.
    private static string ConnectionString(string option, string value)
    {
        try
        {
            return new DbConnectionStringBuilder { ConnectionString = value } is { Count: > 0 } settings
                ? settings.ConnectionString
                : throw new CommandLineException($"{option} needs a connection string.");
        }
        catch (ArgumentException)
        {
            throw new CommandLineException($"{option} needs a connection string such as 'Server=localhost;User ID=root;Password=…;Database=visits_archive'.");
        }
    }
}

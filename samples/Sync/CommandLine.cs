using System.Data.Common;
using System.Globalization;

namespace Sync;

/// <summary>The parsed arguments.</summary>
internal sealed record CommandLine
{
    public const string Usage = """
        Usage: dotnet run -c Release --project samples/Sync -- [options]

        A worker keeps a table equal to the newest list of cities in a folder. Without --watch the lists of five days are published
        for it, one after the other, and the table is compared with each of them.

          --watch <folder>       Keep the table equal to the newest list in this folder, until Ctrl-C; publish nothing.
          --lists <folder>       Publish the lists in this folder, and leave them there, such as for --watch.
          --rows <number>        Publish only the first so many cities (171,075 when left out).
          --connection <string>  Work on this server instead of starting one. The database that it names, or cities_sync,
                                 must be empty or not exist; what the sample creates there, it drops at the end.
          --help                 Show this.
        """;

    /// <summary>The folder that somebody else publishes to; null publishes the sample's own lists.</summary>
    public string? Watch { get; private init; }

    /// <summary>Where the sample's lists stay; null means a folder that is deleted at the end.</summary>
    public string? Lists { get; private init; }

    /// <summary>Null means all.</summary>
    public int? Rows { get; private init; }

    /// <summary>Null starts a server.</summary>
    public string? Connection { get; private init; }

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
                "--watch" => asked with { Watch = ExistingFolder(option, ValueOf(option, left)) },
                "--lists" => asked with { Lists = EmptyFolder(option, ValueOf(option, left)) },
                "--rows" => asked with { Rows = PositiveNumber(option, ValueOf(option, left)) },
                "--connection" => asked with { Connection = ConnectionString(ValueOf(option, left)) },
                "--help" or "-h" => asked with { Help = true },
                _ => throw new CommandLineException($"Unknown argument '{option}'."),
            };
        }

        if (asked is { Watch: not null, Rows: not null } or { Watch: not null, Lists: not null })
            throw new CommandLineException("--watch takes the lists as they come: leave out --rows and --lists.");
        return asked;
    }

    private static string ValueOf(string option, Queue<string> left)
        => left.TryDequeue(out string? value) ? value : throw new CommandLineException($"{option} needs a value.");

    private static string ExistingFolder(string option, string value)
        => Directory.Exists(value) ? Path.GetFullPath(value) : throw new CommandLineException($"{option} needs a folder that exists, not '{value}'.");

    // Lists that are there already would be taken for the newest.
    private static string EmptyFolder(string option, string value)
        => value.Length > 0 && !File.Exists(value) && !(Directory.Exists(value) && Directory.EnumerateFileSystemEntries(value).Any())
            ? Path.GetFullPath(value)
            : throw new CommandLineException($"{option} needs a folder that is empty or does not exist, not '{value}'.");

    private static int PositiveNumber(string option, string value)
        => int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0
            ? number
            : throw new CommandLineException($"{option} needs a whole number of 1 or more, not '{value}'.");

    // The value may hold a password, so the message does not repeat it.
    private static string ConnectionString(string value)
    {
        try
        {
            return new DbConnectionStringBuilder { ConnectionString = value } is { Count: > 0 } settings
                ? settings.ConnectionString
                : throw new CommandLineException("--connection needs a connection string.");
        }
        catch (ArgumentException)
        {
            throw new CommandLineException("--connection needs a connection string such as 'Server=localhost;User ID=root;Password=…;Database=cities_sync'.");
        }
    }
}

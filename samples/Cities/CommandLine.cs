using System.Data.Common;
using System.Globalization;

namespace Cities;

/// <summary>The parsed arguments.</summary>
internal sealed record CommandLine
{
    public const string Usage = """
        Usage: dotnet run -c Release --project samples/Cities -- [options]

        Loads the world's cities into three related tables, updates every one of them, deletes many by key, and checks the result.

          --connection <string>  Work on this server instead of starting one. The database that it names, or cities_sample,
                                 must be empty or not exist; what the sample creates there, it drops at the end.
          --rows <number>        Take only the first so many cities (171,075 when left out).
          --help                 Show this.
        """;

    /// <summary>Null starts a server.</summary>
    public string? Connection { get; private init; }

    /// <summary>Null means all.</summary>
    public int? Rows { get; private init; }

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
                "--connection" => asked with { Connection = ConnectionString(ValueOf(option, left)) },
                "--rows" => asked with { Rows = PositiveNumber(option, ValueOf(option, left)) },
                "--help" or "-h" => asked with { Help = true },
                _ => throw new CommandLineException($"Unknown argument '{option}'."),
            };
        }

        return asked;
    }

    private static string ValueOf(string option, Queue<string> left)
        => left.TryDequeue(out string? value) ? value : throw new CommandLineException($"{option} needs a value.");

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
            throw new CommandLineException("--connection needs a connection string such as 'Server=localhost;User ID=root;Password=…;Database=cities_sample'.");
        }
    }
}

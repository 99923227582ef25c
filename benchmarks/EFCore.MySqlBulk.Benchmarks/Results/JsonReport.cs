using System.Text.Json;
using System.Text.Json.Serialization;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A report for a program to read.</summary>
internal static class JsonReport
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    public static async Task WriteAsync<T>(T report, string file)
    {
        // An interruption leaves the earlier file.
        string unfinished = file + ".new";
        await using (FileStream stream = File.Create(unfinished))
            await JsonSerializer.SerializeAsync(stream, report, Json);
        File.Move(unfinished, file, overwrite: true);
    }

    /// <exception cref="IOException">The file is none that was written like this.</exception>
    public static async Task<T> ReadAsync<T>(string file)
    {
        try
        {
            await using FileStream stream = File.OpenRead(file);
            return await JsonSerializer.DeserializeAsync<T>(stream, Json) ?? throw new JsonException("it has no report");
        }
        catch (JsonException exception)
        {
            throw new IOException($"{file} is no results file of this run: {exception.Message}", exception);
        }
    }
}

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
        await using FileStream stream = File.Create(file);
        await JsonSerializer.SerializeAsync(stream, report, Json);
    }
}

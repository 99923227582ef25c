using System.Text.Json;
using System.Text.Json.Serialization;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A report for a program to read, and for a run that goes on.</summary>
internal static class ResultsFile
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        // A file of another kind of run has no such parameters.
        RespectRequiredConstructorParameters = true,
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

    /// <summary>The report of an earlier run in the file that this one writes; null if there is none.</summary>
    /// <exception cref="IOException">The file is not that of such a run.</exception>
    public static T? Resume<T>(Arguments arguments, IProgress<string> progress)
        where T : class, IReport
    {
        if (arguments.JsonFile is not { } file || !File.Exists(file))
            return null;
        T report = Read<T>(file);
        if (report.IsQuick != arguments.IsQuick)
            throw new IOException($"{file} has figures of a {(report.IsQuick ? "quick" : "whole")} run, not of a {(arguments.IsQuick ? "quick" : "whole")} one. Give another file, or delete it.");
        progress.Report($"{file} is there: what it has is not measured again.");
        return report;
    }

    /// <exception cref="IOException">The file is none that was written like this.</exception>
    public static T Read<T>(string file)
    {
        try
        {
            using FileStream stream = File.OpenRead(file);
            return JsonSerializer.Deserialize<T>(stream, Json) ?? throw new JsonException("it has no report");
        }
        catch (JsonException exception)
        {
            throw new IOException($"{file} is no results file of this run: {exception.Message}", exception);
        }
    }
}

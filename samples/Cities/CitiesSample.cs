using System.Diagnostics;
using Cities.Checks;
using Cities.GeoNames;
using Cities.Model;
using Cities.Output;
using Cities.Steps;
using Spectre.Console;
using TestServers;

namespace Cities;

/// <summary>The whole job: read, insert, update, delete, check, report.</summary>
internal static class CitiesSample
{
    /// <returns>Whether everything is stored as given.</returns>
    /// <exception cref="ServerUnavailableException">There is no server, and none can be started.</exception>
    public static async Task<bool> RunAsync(CommandLine asked, Interruption interruption)
    {
        if (asked.Connection is { } connection)
            return await RunOnAsync(connection, false, asked.Rows, interruption.Token);

        await using TestServer server = await TestServer.StartAsync(ServerKind.MySql, cancellationToken: interruption.Token);
        // Ctrl-C also ends the server, but the work in progress should end first.
        interruption.GoFirst();
        Console.WriteLine(server.Origin);
        return await RunOnAsync(server.ConnectionString, server.IsThrowaway, asked.Rows, interruption.Token);
    }

    private static async Task<bool> RunOnAsync(string connection, bool isThrowaway, int? rows, CancellationToken cancellationToken)
    {
        Stopwatch watch = Stopwatch.StartNew();
        IAnsiConsole console = Screen.Open();
        await using SampleDatabase database = new(connection, isThrowaway);
        await database.CreateAsync(cancellationToken);

        GeoNamesFiles files = await GeoNamesFiles.ReadAsync(rows, cancellationToken);
        console.WriteLine(FormattableString.Invariant(
            $"Read {files.Regions.Count:N0} regions, {files.Districts.Count:N0} districts and {files.Cities.Count:N0} cities in {watch.Elapsed.TotalSeconds:N1} s."));

        await using CitiesContext context = database.Open();
        StepRunner runner = new(database, Screen.DisplayOn(console));
        CityChecks checks = new(new ExpectedCities(files), new StoredCities(context));
        await RunStepsAsync(context, runner, files, checks, cancellationToken);

        console.Write(Report.Of(runner.Results));
        console.Write(Report.Of(checks.Results));
        bool isRight = checks.Results.All(check => check.Holds);
        console.WriteLine(FormattableString.Invariant(
            $"{(isRight ? "All is stored as given" : "NOT EVERYTHING IS STORED AS GIVEN")}; {watch.Elapsed.TotalSeconds:N1} s in all."));
        return isRight;
    }

    private static async Task RunStepsAsync(
        CitiesContext context, StepRunner runner, GeoNamesFiles files, CityChecks checks, CancellationToken cancellationToken)
    {
        Places places = await new InsertSteps(context, runner, files).RunAsync(cancellationToken);
        await checks.AfterInsertAsync(places, cancellationToken);

        await new UpdateStep(context, runner).RunAsync(places.Cities, cancellationToken);
        await checks.AfterUpdateAsync(places.Cities, cancellationToken);

        DeleteSteps delete = new(context, runner);
        IReadOnlyList<City> kept = await delete.DeleteRepeatedAsync(places.Cities, cancellationToken);
        IReadOnlyList<string> countries = await delete.DeleteCountriesAsync(cancellationToken);
        await checks.AfterDeleteAsync(places, kept.Where(city => !countries.Contains(city.Country)), cancellationToken);
    }
}

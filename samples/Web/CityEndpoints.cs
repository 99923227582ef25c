using System.IO.Compression;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Web;

/// <summary>What the page needs besides imports: how many cities are stored, a way to empty the table, and a file to try it with.</summary>
internal static class CityEndpoints
{
    public static void MapCities(this IEndpointRouteBuilder app)
    {
        RouteGroupBuilder cities = app.MapGroup("/cities").AddEndpointFilter<AntiforgeryFilter>();
        cities.MapGet("/count", (CitiesContext context, CancellationToken gone) => context.Cities.CountAsync(gone));
        cities.MapDelete("/", (CitiesContext context, CancellationToken gone) => context.Cities.ExecuteDeleteAsync(gone));
        cities.MapGet("/sample.csv", SampleFile);
    }

    private static FileStreamHttpResult SampleFile()
    {
        FileStream packed = File.OpenRead(Path.Combine(AppContext.BaseDirectory, "data", "cities.csv.gz"));
        return TypedResults.Stream(new GZipStream(packed, CompressionMode.Decompress), "text/csv", "cities.csv");
    }
}

using System.Text.Json;
using EFCore.MySqlBulk.IntegrationTests.Values.Spatial;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;
#if PLUGINS
using NetTopologySuite.Geometries;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>Types that Pomelo maps by a plugin. Where the plugins are not referenced, the tests map them alike.</summary>
internal static class PluginTypes
{
    private const double Step = 0.25;

    private static readonly Gen<(double X, double Y)> Positions = Gen.Choose(-700, 700).SelectMany(x => Gen.Choose(-300, 300).Select(y => (x * Step, y * Step)));

    private static readonly Gen<Parcel> Parcels = Gen.Choose(0, 1_000_000).Select(weight => new Parcel($"ü'\\ {weight}", weight / 100m, [weight, -1]));

    public static IReadOnlyList<StoredType> All { get; } =
    [
        Of("Place", "spatial", Positions.Select(at => Spot(0, at.X, at.Y)), Spot(0, 1, 2), Spot(0, -1.5, 0.1), Spot(4326, 10, 20)) with { Map = Spatial },
        Of(
            "Document", "`JsonDocument`", Parcels.Select(parcel => JsonSerializer.SerializeToDocument(parcel)),
            JsonDocument.Parse("""{"a": "ü\"\\\\ 😀"}"""), JsonDocument.Parse("[1, 2.50, null]"), JsonDocument.Parse("{}")) with { Map = Document },
        Of("Parcel", "class as JSON", Parcels, new Parcel("", 0, []), new("it's", 1.5m, [1])) with { Map = Serialized },
    ];

    private static StoredType Of<T>(string property, string name, Gen<T> any, params T[] edges)
        where T : notnull
        => new(property, name, typeof(T), [.. edges.Cast<object>()], any.Select(value => (object)value)) { IsWide = false };

#if PLUGINS
    private static Point Spot(int srid, double x, double y) => new(x, y) { SRID = srid };

    private static void Spatial(IMutableProperty property) => property.SetColumnType("point");

    private static void Document(IMutableProperty property) => property.SetColumnType("json");

    private static void Serialized(IMutableProperty property) => property.SetColumnType("json");
#else
    private static Place Spot(int srid, double x, double y) => Place.At(srid, x, y);

    private static void Spatial(IMutableProperty property) => property.SetTypeMapping(new PlaceMapping("point"));

    private static void Document(IMutableProperty property)
    {
        property.SetColumnType("json");
        property.SetValueConverter(new ValueConverter<JsonDocument, string>(static document => document.RootElement.GetRawText(), static text => JsonDocument.Parse(text, default)));
    }

    private static void Serialized(IMutableProperty property)
    {
        property.SetColumnType("json");
        property.SetValueConverter(
            new ValueConverter<Parcel, string>(
                static parcel => JsonSerializer.Serialize(parcel, JsonSerializerOptions.Default), static text => JsonSerializer.Deserialize<Parcel>(text, JsonSerializerOptions.Default)!));
    }
#endif
}

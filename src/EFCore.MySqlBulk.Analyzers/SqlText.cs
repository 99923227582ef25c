using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace EFCore.MySqlBulk.Analyzers;

/// <summary>Analyses how a text is composed, within its own method.</summary>
internal sealed class SqlText
{
    // Variables whose values were followed already: in a loop a value may depend on itself.
    private readonly HashSet<IOperation> _followed = [];

    /// <summary>Whether the method itself certainly adds a part to the text that is not fixed. Text from elsewhere does not count, because it is not known.</summary>
    public static bool IsPutTogether(IOperation text) => new SqlText().PutTogether(text);

    private bool PutTogether(IOperation text) => text switch
    {
        { ConstantValue.HasValue: true } => false,
        IConversionOperation conversion => PutTogether(conversion.Operand),
        IInterpolatedStringOperation or IBinaryOperation { OperatorMethod: null } or ICompoundAssignmentOperation { OperatorMethod: null } => !IsFixed(text),
        IInterpolatedStringHandlerCreationOperation handler => PutTogether(handler.Content),
        ISimpleAssignmentOperation assignment => PutTogether(assignment.Value),
        IConditionalOperation { WhenFalse: { } other } either => PutTogether(either.WhenTrue) || PutTogether(other),
        ICoalesceOperation coalesce => PutTogether(coalesce.Value) || PutTogether(coalesce.WhenNull),
        ISwitchExpressionOperation choice => choice.Arms.Any(arm => PutTogether(arm.Value)),
        ILocalReferenceOperation or IParameterReferenceOperation => _followed.Add(text) && VariableValues.At(text).Any(PutTogether),
        IInvocationOperation { Instance: null } call when Joins(call.TargetMethod) => !IsFixed(call),
        IInvocationOperation { Instance: null } call when Formats(call.TargetMethod) => call.Arguments.Any(argument => PutTogether(argument.Value)),
        IInvocationOperation { Instance: { } instance, TargetMethod: { Name: "ToString", ContainingType.Name: "FormattableString" } } => PutTogether(instance),
        IInvocationOperation { Instance: { } instance } call when IsOfText(call.TargetMethod)
            => PutTogether(instance) || call.TargetMethod.Name is "Replace" or "Insert" && !call.Arguments.All(argument => IsFixed(argument.Value)),
        _ => false,
    };

    // Whether a value is the same in each run of the program, even if it is not a constant to the compiler.
    private bool IsFixed(IOperation value) => value switch
    {
        { ConstantValue.HasValue: true } => true,
        IConversionOperation conversion => IsFixed(conversion.Operand),
        IInterpolatedStringOperation text => text.Parts.All(IsFixed),
        IInterpolatedStringTextOperation => true,
        IInterpolationOperation part => IsFixed(part.Expression),
        // A part of an interpolated string handler is a call whose first argument is the value.
        IInterpolatedStringAppendOperation { AppendCall: IInvocationOperation append } => IsFixed(append.Arguments[0].Value),
        IInterpolatedStringHandlerCreationOperation handler => IsFixed(handler.Content),
        IBinaryOperation { OperatorMethod: null } sum => IsFixed(sum.LeftOperand) && IsFixed(sum.RightOperand),
        ISimpleAssignmentOperation assignment => IsFixed(assignment.Value),
        ICompoundAssignmentOperation { OperatorMethod: null } appended => IsFixed(appended.Target) && IsFixed(appended.Value),
        IConditionalOperation { WhenFalse: { } other } either => IsFixed(either.WhenTrue) && IsFixed(other),
        ICoalesceOperation coalesce => IsFixed(coalesce.Value) && IsFixed(coalesce.WhenNull),
        ISwitchExpressionOperation choice => choice.Arms.All(arm => IsFixed(arm.Value)),
        ILocalReferenceOperation or IParameterReferenceOperation => !_followed.Add(value) || AreFixed(VariableValues.At(value)),
        IFieldReferenceOperation { Field: { IsReadOnly: true } field } => IsFixed(field),
        IPropertyReferenceOperation { Property: { Name: "NewLine", ContainingType.Name: "Environment" } } => true,
        IArrayCreationOperation { Initializer: { } elements } => elements.ElementValues.All(IsFixed),
        // A delimited identifier cannot change the statement.
        IInvocationOperation { TargetMethod.Name: "DelimitIdentifier" } => true,
        IInvocationOperation call when Joins(call.TargetMethod) || Formats(call.TargetMethod) || IsOfText(call.TargetMethod)
            => (call.Instance is null || IsFixed(call.Instance)) && call.Arguments.All(argument => IsFormatProvider(argument) || IsFixed(argument.Value)),
        // A list of arguments, or a collection expression.
        _ when value.IsImplicit || value.Syntax is CollectionExpressionSyntax => AreFixed([.. value.ChildOperations]),
        _ => false,
    };

    private bool AreFixed(IReadOnlyList<IOperation> values) => values.Count > 0 && values.All(IsFixed);

    private static bool IsFixed(IFieldSymbol field)
        => field.ContainingType.SpecialType == SpecialType.System_String
            || field.DeclaringSyntaxReferences.Length == 1 && field.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } initial }
            && initial.DescendantNodesAndSelf().All(part => part is LiteralExpressionSyntax or BinaryExpressionSyntax or ParenthesizedExpressionSyntax);

    private static bool Joins(IMethodSymbol method)
        => method is { ContainingType.SpecialType: SpecialType.System_String, IsStatic: true, Name: "Format" or "Concat" or "Join" };

    private static bool Formats(IMethodSymbol method)
        => method is { IsStatic: true, ContainingType: { SpecialType: SpecialType.System_String }, Name: "Create" }
            or { IsStatic: true, ContainingType.Name: "FormattableString", Name: "Invariant" or "CurrentCulture" };

    private static bool IsOfText(IMethodSymbol method)
        => method is { IsStatic: false, ContainingType.SpecialType: SpecialType.System_String, ReturnType.SpecialType: SpecialType.System_String };

    private static bool IsFormatProvider(IArgumentOperation argument) => argument.Parameter?.Type.Name is "IFormatProvider" or "CultureInfo";
}
